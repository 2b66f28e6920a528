import { oidcLinking, type OidcLinking } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CurrentPasswordField } from './current-password-field.tsx';

const operations = {
  user: { get: 'getOidcLink', link: 'linkOidc', unlink: 'unlinkOidc' },
  admin: { get: 'getAdminOidcLink', link: 'linkAdminOidc', unlink: 'unlinkAdminOidc' },
} as const;

/** Whether the account is linked to the identity provider, and how to change that. */
export function SingleSignOnLink({ console }: { readonly console: SessionConsole }) {
  const { t } = useTranslation();
  const query = useApi(operations[console].get);
  return (
    <Loaded query={query}>
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

/** Opens the provider after asking for the password, if there is one, because a linked identity keeps access. */
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
      {isAsking && <PasswordDialog onSubmit={leave} onClose={() => setAsking(false)} />}
    </>
  );
}

interface PasswordDialogProps {
  readonly onSubmit: (body: OidcLinking) => Promise<void>;
  readonly onClose: () => void;
}

function PasswordDialog({ onSubmit, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const form = useResourceForm(oidcLinking.required(), { currentPassword: '' });
  return (
    <FormDialog
      form={form}
      title={t('profile.linkOidc')}
      submitLabel={t('profile.linkOidc')}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <CurrentPasswordField />
    </FormDialog>
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
