import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import {
  Content,
  EmptyState,
  EmptyStateBody,
  EmptyStateFooter,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { textColumn } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { addressHint, isChangeable } from '../workload.ts';
import { EditSetting } from '../settings/edit-setting.tsx';
import { WorkloadHost } from './workload-host.tsx';

interface WorkloadNetworkProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** How a machine is reached: its ports, as requested and as assigned by the region, and its HTTP host. */
export function WorkloadNetwork({ console, workload }: WorkloadNetworkProps) {
  return (
    <Stack hasGutter>
      <StackItem>
        <MappedPorts console={console} workload={workload} />
      </StackItem>
      <StackItem>
        <WorkloadHost workload={workload} isChangeable={isChangeable(console, workload)} />
      </StackItem>
    </Stack>
  );
}

function MappedPorts({ console, workload }: WorkloadNetworkProps) {
  const { t } = useTranslation();
  const isEmpty = workload.ports.length === 0;
  const open = t(workload.rdpPort === null ? 'order.sshIncluded' : 'order.remoteDesktopIncluded');
  const edit = isChangeable(console, workload) && (
    <EditSetting setting="ports" workload={workload} {...(isEmpty && { text: t('port.add') })} />
  );
  if (isEmpty)
    return (
      <EmptyState variant="sm" headingLevel="h2" titleText={t('port.none')}>
        <EmptyStateBody>{t('port.noneBody', { open })}</EmptyStateBody>
        {edit && <EmptyStateFooter>{edit}</EmptyStateFooter>}
      </EmptyState>
    );
  return (
    <>
      {edit}
      <Ports workload={workload} />
    </>
  );
}

function Ports({ workload }: Pick<WorkloadNetworkProps, 'workload'>) {
  const { t } = useTranslation();
  return (
    <Rows
      title={t('workload.ports')}
      items={workload.ports}
      rowKey={({ protocol, port }) => `${protocol}-${port}`}
      columns={[
        textColumn('protocol', t('port.protocol')),
        textColumn('targetPort', t('port.targetPort')),
        textColumn('port', t('port.wished')),
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
