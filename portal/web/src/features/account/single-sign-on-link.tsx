import type { OidcLinking } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { PasswordDialog } from './password-dialog.tsx';

const operations = {
  user: { get: 'getOidcLink', link: 'linkOidc', unlink: 'unlinkOidc' },
  admin: { get: 'getAdminOidcLink', link: 'linkAdminOidc', unlink: 'unlinkAdminOidc' },
} as const;

export function SingleSignOnLink({ console }: { readonly console: SessionConsole }) {
  const { t } = useTranslation();
  return (
    <Loaded query={useApi(operations[console].get)}>
      {({ linked, hasPassword }) => (
        <>
          <Content component="p">{t(linked ? 'profile.oidcLinked' : 'profile.oidcNotLinked')}</Content>
          {linked && !hasPassword && <Content component="p">{t('profile.oidcOnly')}</Content>}
          {linked && hasPassword && <Unlink console={console} />}
          {!linked && <Link console={console} hasPassword={hasPassword} />}
        </>
      )}
    </Loaded>
  );
}

/** Opens the provider. Requires the password first, if one is set, because a linked identity grants lasting access. */
function Link({ console, hasPassword }: { readonly console: SessionConsole; readonly hasPassword: boolean }) {
  const { t } = useTranslation();
  const link = useAction(operations[console].link);
  const [isAsking, setAsking] = useState(false);
  const toasts = useToasts();
  const leave = async (body: OidcLinking) => {
    const { location } = await link.run({ body });
    window.location.assign(location);
  };
  const start = () => {
    if (hasPassword) setAsking(true);
    else leave({}).catch((error: unknown) => toasts.failure(error));
  };
  return (
    <>
      <Button variant="secondary" isLoading={link.isBusy} onClick={start}>
        {t('profile.linkOidc')}
      </Button>
      {isAsking && (
        <PasswordDialog
          title={t('profile.linkOidc')}
          submitLabel={t('profile.linkOidc')}
          onSubmit={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Unlink({ console }: { readonly console: SessionConsole }) {
  const { t } = useTranslation();
  const { get, unlink } = operations[console];
  const [isUnlinking, setUnlinking] = useState(false);
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setUnlinking(true)}>
        {t('profile.unlinkOidc')}
      </Button>
      {isUnlinking && (
        <ConfirmAction
          isDanger
          operation={unlink}
          input={() => ({})}
          refreshes={[get]}
          done={t('profile.oidcUnlinked')}
          title={t('profile.askUnlinkOidc')}
          confirmLabel={t('profile.unlinkOidc')}
          onClose={() => setUnlinking(false)}
        >
          {t('profile.unlinkOidcBody')}
        </ConfirmAction>
      )}
    </>
  );
}
