import type { Workload } from '@gpulease/contract/workloads';
import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../ui/copyable.tsx';

/** The ports of a machine and where they are reached. */
export function WorkloadNetwork({ workload }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  if (workload.ports.length === 0)
    return (
      <EmptyState variant="sm" headingLevel="h2" titleText={t('port.none')}>
        <EmptyStateBody>{t('port.noneBody')}</EmptyStateBody>
      </EmptyState>
    );
  return (
    <Table variant="compact" aria-label={t('workload.ports')}>
      <Thead>
        <Tr>
          <Th>{t('port.protocol')}</Th>
          <Th>{t('port.targetPort')}</Th>
          <Th>{t('port.endpoint')}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {workload.ports.map(({ protocol, port, targetPort, endpoint }) => (
          <Tr key={`${protocol}-${port}`}>
            <Td dataLabel={t('port.protocol')}>{protocol}</Td>
            <Td dataLabel={t('port.targetPort')}>{targetPort}</Td>
            <Td dataLabel={t('port.endpoint')}>
              {endpoint ? (
                <Copyable isInline text={`${endpoint.address}:${endpoint.port}`} label={t('port.endpoint')} />
              ) : (
                t('workload.noAddress')
              )}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
