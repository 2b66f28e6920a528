import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { addressHint } from '../workload.ts';
import { SettingValue } from '../settings/edit-setting.tsx';
import { HttpAddress } from './http-address.tsx';
import { remoteDesktopAddress, sshCommand } from '@gpulease/contract/sign-in-address';
import { SupportText } from '../../../ui/support-text.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

interface AccessProps {
  readonly workload: Workload;
}

interface AccessCardProps extends AccessProps {
  readonly console: SessionConsole;
  readonly isChangeable: boolean;
}

/** How to reach a machine and sign in to it. */
export function AccessCard({ console, workload, isChangeable }: AccessCardProps) {
  const { t } = useTranslation();
  const { authorizedKeys, rdpPort } = workload;
  return (
    <TitledCard isFullHeight title={t('workload.access')}>
      <DescriptionList isCompact>
        {rdpPort === null ? (
          <Ssh workload={workload} />
        ) : (
          <RemoteDesktop console={console} workload={workload} />
        )}
        {rdpPort === null && (
          <Fact term={t('workload.authorizedKeys')}>
            <SettingValue setting="authorizedKeys" workload={workload} isChangeable={isChangeable}>
              {authorizedKeys.map(keyName).join(', ') || '–'}
            </SettingValue>
          </Fact>
        )}
        <Fact term={t('workload.ipAddress')}>
          {workload.ipAddress && (
            <Copyable isInline text={workload.ipAddress} label={t('workload.ipAddress')} />
          )}
        </Fact>
        <Fact term={t('workload.httpHostUrl')}>{workload.http && <HttpAddress workload={workload} />}</Fact>
      </DescriptionList>
    </TitledCard>
  );
}

/** The name of a public key: its comment, or else its type. */
function keyName(publicKey: string): string {
  const [kind = '', , ...comment] = publicKey.split(' ');
  return comment.join(' ') || kind;
}

function Ssh({ workload }: AccessProps) {
  const { t } = useTranslation();
  const command = sshCommand(workload);
  return (
    <>
      <Fact term={t('workload.sshCommand')}>
        {command ? <Copyable text={command} label={t('workload.sshCommand')} /> : addressHint(workload, t)}
      </Fact>
      <Fact term={t('workload.sshPort')}>{workload.sshPort}</Fact>
    </>
  );
}

/** Access to Windows in the terms of its clients. The password is part of the image; the platform sets none. */
function RemoteDesktop({ console, workload }: Pick<AccessCardProps, 'console' | 'workload'>) {
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
