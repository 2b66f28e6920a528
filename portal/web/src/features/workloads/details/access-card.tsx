import { ActionList, ActionListGroup, Content, DescriptionList, Stack } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { addressHint, isGone, type WorkloadProps } from '../workload.ts';
import { remoteDesktopAddress, sshCommand } from '@gpulease/contract/sign-in-address';
import { SupportText } from '../../../ui/support-text.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

export function AccessCard({ console, workload }: WorkloadProps) {
  const { t } = useTranslation();
  const { rdpPort, http, status, ports } = workload;
  const command = sshCommand(workload);
  return (
    <TitledCard isCompact title={t('region.exposureType')}>
      <Stack hasGutter>
        <DescriptionList isCompact>
          {rdpPort === null ? (
            <Fact term={t('workload.sshCommand')}>
              {command ? (
                <Copyable text={command} label={t('workload.sshCommand')} />
              ) : (
                addressHint(workload, t)
              )}
            </Fact>
          ) : (
            <RemoteDesktop console={console} workload={workload} />
          )}
          {http && (
            <Fact term={t('workload.httpHostUrl')}>
              <HttpAddress workload={workload} />
            </Fact>
          )}
        </DescriptionList>
        <ActionList>
          <ActionListGroup>
            <LinkButton to="?tab=console" variant={status === 'RUNNING' ? 'secondary' : 'link'}>
              {t('workload.openConsole')}
            </LinkButton>
            {ports.length > 0 && (
              <LinkButton to="?tab=network" variant="link">
                {t('workload.openPorts', { count: ports.length })}
              </LinkButton>
            )}
          </ActionListGroup>
        </ActionList>
      </Stack>
    </TitledCard>
  );
}

/** Remote desktop access to Windows. The password is part of the image; the platform sets none. */
function RemoteDesktop({ console, workload }: WorkloadProps) {
  const { t } = useTranslation();
  const address = remoteDesktopAddress(workload);
  return (
    <>
      <Fact term={t('workload.remoteDesktop')}>
        {address ? <Copyable text={address} label={t('workload.remoteDesktop')} /> : addressHint(workload, t)}
      </Fact>
      <Fact term={t('workload.remoteDesktopUser')}>{workload.sshUser}</Fact>
      <Fact term={t('workload.remoteDesktopPassword')}>
        {t('workload.passwordOfImage')}
        {console === 'user' && <SupportText>{` ${t('workload.passwordUnknown')}`}</SupportText>}
      </Fact>
    </>
  );
}

/** The URL of a machine's web server or, while the machine is off, its host and a note. Links only http(s) URLs. */
export function HttpAddress({ workload }: Pick<WorkloadProps, 'workload'>) {
  const { t } = useTranslation();
  const { http, httpHostUrl } = workload;
  if (httpHostUrl !== null && !/^https?:\/\//.test(httpHostUrl)) return httpHostUrl;
  if (httpHostUrl !== null)
    return (
      <a href={httpHostUrl} target="_blank" rel="noopener noreferrer">
        {httpHostUrl}
      </a>
    );
  if (isGone(workload)) return http?.host;
  return (
    <>
      {http?.host}
      <Content component="small">{t('workload.httpOff')}</Content>
    </>
  );
}
