import type { Workload } from '@gpulease/contract/workloads';
import { Content, Stack, StackItem, DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { EditSetting, SettingValue } from '../settings/edit-setting.tsx';
import { useHttpDomain } from '../../offers/queries.ts';
import { Fact } from '../../../ui/fact.tsx';
import { addressHint, isChangeable, type WorkloadProps } from '../workload.ts';
import { HttpAddress } from './http-address.tsx';

/** How a machine is reached: its ports, as requested and as assigned by the region, and its HTTP host. */
export function WorkloadNetwork({ console, workload }: WorkloadProps) {
  return (
    <Stack hasGutter>
      <StackItem>
        <MappedPorts console={console} workload={workload} />
      </StackItem>
      <WorkloadHost workload={workload} isChangeable={isChangeable(console, workload)} />
    </Stack>
  );
}

function MappedPorts({ console, workload }: WorkloadProps) {
  const { t } = useTranslation();
  const isEmpty = workload.ports.length === 0;
  const open = t(workload.rdpPort === null ? 'order.sshIncluded' : 'order.remoteDesktopIncluded');
  const edit = isChangeable(console, workload) && (
    <EditSetting setting="ports" workload={workload} {...(isEmpty && { text: t('port.add') })} />
  );
  if (isEmpty)
    return <Empty variant="sm" title={t('port.none')} body={t('port.noneBody', { open })} actions={edit} />;
  return (
    <>
      {edit}
      <Ports workload={workload} />
    </>
  );
}

function Ports({ workload }: Pick<WorkloadProps, 'workload'>) {
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
        column('endpoint', t('port.endpoint'), ({ port, endpoint }: Workload['ports'][number]) =>
          endpoint ? (
            <>
              <Copyable isInline text={`${endpoint.address}:${endpoint.port}`} label={t('port.endpoint')} />
              {endpoint.port !== port && <Content component="small">{t('port.given')}</Content>}
            </>
          ) : (
            addressHint(workload, t)
          ),
        ),
      ]}
    />
  );
}

interface WorkloadHostProps {
  readonly workload: Workload;
  readonly isChangeable: boolean;
}

/** The host name of a machine's web server and its port. */
function WorkloadHost({ workload, isChangeable }: WorkloadHostProps) {
  const { t } = useTranslation();
  const { http } = workload;
  if (http === null) return <NoHost workload={workload} isChangeable={isChangeable} />;
  return (
    <DescriptionList isCompact>
      <Fact term={t('workload.httpHost')}>
        <SettingValue setting="http" workload={workload} isChangeable={isChangeable}>
          <HttpAddress workload={workload} />
        </SettingValue>
      </Fact>
      <Fact term={t('port.targetPort')}>{http.targetPort}</Fact>
    </DescriptionList>
  );
}

function NoHost({ workload, isChangeable }: WorkloadHostProps) {
  const { t } = useTranslation();
  const domain = useHttpDomain(workload.region);
  const add = domain && <EditSetting setting="http" workload={workload} text={t('setting.addHttp')} />;
  return (
    <DescriptionList isCompact>
      <Fact term={t('workload.httpHost')}>
        {domain === null ? t('order.noHttp') : isChangeable ? add : undefined}
      </Fact>
    </DescriptionList>
  );
}
