import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useKeptState } from '../../app/kept-state.ts';
import { useApi } from '../../api/queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';

const operations = {
  user: { get: 'getOidcLink', link: 'linkOidc', unlink: 'unlinkOidc' },
  admin: { get: 'getAdminOidcLink', link: 'linkAdminOidc', unlink: 'unlinkAdminOidc' },
} as const;

/** Whether the account can be signed in to through the identity provider, and how to change that. */
export function SingleSignOnLink({ console }: { readonly console: SessionConsole }) {
  const { t } = useTranslation();
  const query = useApi(operations[console].get);
  const link = useAction(operations[console].link);
  const [isUnlinking, setUnlinking] = useKeptState('unlink', false);
  const toasts = useToasts();
  const leave = () =>
    link.run({}).then(
      ({ location }) => window.location.assign(location),
      (error: unknown) => toasts.failure(error),
    );
  return (
    <Loaded query={query}>
      {({ linked }) => (
        <>
          <Content component="p">{t(linked ? 'profile.oidcLinked' : 'profile.oidcNotLinked')}</Content>
          {linked ? (
            <Button variant="secondary" isDanger onClick={() => setUnlinking(true)}>
              {t('profile.unlinkOidc')}
            </Button>
          ) : (
            <Button variant="secondary" isLoading={link.isBusy} onClick={() => void leave()}>
              {t('profile.linkOidc')}
            </Button>
          )}
          {isUnlinking && <UnlinkDialog console={console} onClose={() => setUnlinking(false)} />}
        </>
      )}
    </Loaded>
  );
}

interface UnlinkDialogProps {
  readonly console: SessionConsole;
  readonly onClose: () => void;
}

function UnlinkDialog({ console, onClose }: UnlinkDialogProps) {
  const { t } = useTranslation();
  const { get, unlink } = operations[console];
  const action = useAction(unlink, { refreshes: [get], done: t('profile.oidcUnlinked') });
  return (
    <ConfirmDialog
      isDanger
      title={t('profile.askUnlinkOidc')}
      confirmLabel={t('profile.unlinkOidc')}
      isBusy={action.isBusy}
      failure={action.failure}
      onClose={onClose}
      onConfirm={async () => {
        await action.run({});
        onClose();
      }}
    >
      {t('profile.unlinkOidcBody')}
    </ConfirmDialog>
  );
}
