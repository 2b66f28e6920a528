import type { User } from '@gpulease/contract/admin';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../../ui/use-action.ts';

/** Only a customer's second factor can be removed here, not an operator's. */
export const hasRemovableSecondFactor = ({ role, secondFactor }: User) => role === 'USER' && secondFactor;

/** The button that removes it, and the dialog that asks. */
export function RemoveSecondFactor({ username }: Pick<User, 'username'>) {
  const { t } = useTranslation();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setRemoving(true)}>
        {t('user.secondFactor.action')}
      </Button>
      {isRemoving && <RemoveDialog username={username} onClose={() => setRemoving(false)} />}
    </>
  );
}

interface RemoveDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

function RemoveDialog({ username, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const remove = useAction('removeUserSecondFactor', {
    refreshes: ['listUsers', 'getUser'],
    done: t('user.secondFactor.done', { username }),
  });
  return (
    <ConfirmDialog
      isDanger
      title={t('user.secondFactor.ask', { username })}
      confirmLabel={t('user.secondFactor.action')}
      isBusy={remove.isBusy}
      failure={remove.failure}
      onClose={onClose}
      reasonHelp={t('explained.forAudit')}
      onConfirm={async (reason, close) => {
        await remove.run({ params: { username }, body: { reason } });
        close();
      }}
    >
      {t('user.secondFactor.body')}
    </ConfirmDialog>
  );
}
