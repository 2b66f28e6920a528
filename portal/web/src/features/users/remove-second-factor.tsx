import type { User } from '@gpulease/contract/users';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';

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
      {isRemoving && (
        <ConfirmAction
          isDanger
          operation="removeUserSecondFactor"
          input={(reason) => ({ params: { username }, body: { reason } })}
          refreshes={['listUsers', 'getUser']}
          done={t('user.secondFactor.done', { username })}
          title={t('user.secondFactor.ask', { username })}
          confirmLabel={t('user.secondFactor.action')}
          reasonHelp={t('explained.forAudit')}
          onClose={() => setRemoving(false)}
        >
          {t('user.secondFactor.body')}
        </ConfirmAction>
      )}
    </>
  );
}
