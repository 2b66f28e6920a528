import type { Workload } from '@gpulease/contract/workloads';
import { Content, EmptyState, EmptyStateBody } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../ui/copyable.tsx';
import { Rows } from '../ui/table/rows.tsx';
import { addressHint } from './address-hint.ts';

/** The ports of a machine, as asked for and as the region has given them. */
export function WorkloadNetwork({ workload }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  if (workload.ports.length === 0)
    return (
      <EmptyState variant="sm" headingLevel="h2" titleText={t('port.none')}>
        <EmptyStateBody>{t('port.noneBody')}</EmptyStateBody>
      </EmptyState>
    );
  return (
    <Rows
      title={t('workload.ports')}
      items={workload.ports}
      rowKey={({ protocol, port }) => `${protocol}-${port}`}
      columns={[
        { key: 'protocol', title: t('port.protocol'), render: ({ protocol }) => protocol },
        { key: 'targetPort', title: t('port.targetPort'), render: ({ targetPort }) => targetPort },
        { key: 'port', title: t('port.wished'), render: ({ port }) => port },
        {
          key: 'endpoint',
          title: t('port.endpoint'),
          render: ({ port, endpoint }) =>
            endpoint ? (
              <>
                <Copyable isInline text={`${endpoint.address}:${endpoint.port}`} label={t('port.endpoint')} />
                {endpoint.port !== port && <Content component="small">{t('port.given')}</Content>}
              </>
            ) : (
              addressHint(workload, t)
            ),
        },
      ]}
    />
  );
}
