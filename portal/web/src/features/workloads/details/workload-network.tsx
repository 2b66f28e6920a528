import type { Workload } from '@gpulease/contract/workloads';
import { Content, DescriptionList, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { Rows } from '../../../ui/table/rows.tsx';
import { useHttpDomain } from '../../offers/queries.ts';
import { EditSetting, SettingValue } from '../settings/edit-setting.tsx';
import { addressHint, isChangeable, type WorkloadProps } from '../workload.ts';
import { HttpAddress } from './access-card.tsx';

export function WorkloadNetwork({ console, workload }: WorkloadProps) {
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <MappedPorts console={console} workload={workload} />
        </StackItem>
        <HttpHostFacts console={console} workload={workload} />
      </Stack>
    </PageSection>
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
    </>
  );
}

function HttpHostFacts({ console, workload }: WorkloadProps) {
  const { t } = useTranslation();
  const domain = useHttpDomain(workload.region);
  const { http } = workload;
  if (http !== null)
    return (
      <DescriptionList isCompact>
        <Fact term={t('workload.httpHost')}>
          <SettingValue setting="http" console={console} workload={workload}>
            <HttpAddress workload={workload} />
          </SettingValue>
        </Fact>
        <Fact term={t('port.targetPort')}>{http.targetPort}</Fact>
      </DescriptionList>
    );
  const add = domain && isChangeable(console, workload) ? t('setting.addHttp') : undefined;
  return (
    <DescriptionList isCompact>
      <Fact term={t('workload.httpHost')}>
        {domain === null
          ? t('order.noHttp')
          : add && <EditSetting setting="http" workload={workload} text={add} />}
      </Fact>
    </DescriptionList>
  );
}
