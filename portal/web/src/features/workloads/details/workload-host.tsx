import type { Workload } from '@gpulease/contract/workloads';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useHttpDomain } from '../../offers/queries.ts';
import { Fact } from '../../../ui/fact.tsx';
import { EditSetting, SettingValue } from '../settings/edit-setting.tsx';
import { HttpAddress } from './http-address.tsx';

interface WorkloadHostProps {
  readonly workload: Workload;
  readonly isChangeable: boolean;
}

/** The host name of a machine's web server and its port. */
export function WorkloadHost({ workload, isChangeable }: WorkloadHostProps) {
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
