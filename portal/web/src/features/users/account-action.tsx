import type { OperationId } from '@gpulease/contract/endpoints';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';

const actions = {
  signOut: { operation: 'revokeUserSessions', refreshes: ['listUserSessions'] },
  secondFactor: { operation: 'removeUserSecondFactor', refreshes: ['listUsers', 'getUser'] },
} as const satisfies Readonly<
  Record<string, { readonly operation: OperationId; readonly refreshes: readonly OperationId[] }>
>;

interface AccountActionProps {
  readonly action: keyof typeof actions;
  readonly username: string;
  readonly isDanger?: boolean;
}

/** A button for an action on an account, with a dialog that asks for the reason. */
export function AccountAction({ action, username, isDanger = false }: AccountActionProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" isDanger={isDanger} onClick={() => setAsking(true)}>
        {t(`user.${action}.action`)}
      </Button>
      {isAsking && (
        <ConfirmAction
          isDanger
          {...actions[action]}
          input={(reason) => ({ params: { username }, body: { reason } })}
          done={t(`user.${action}.done`, { username })}
          title={t(`user.${action}.ask`, { username })}
          confirmLabel={t(`user.${action}.action`)}
          reasonHelp={t('explained.forAudit')}
          onClose={() => setAsking(false)}
        >
          {t(`user.${action}.body`)}
        </ConfirmAction>
      )}
    </>
  );
}
