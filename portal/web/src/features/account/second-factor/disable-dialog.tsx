import type { SessionConsole } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { sessionOperations } from '../../../session/session.ts';
import { useAction } from '../../../ui/use-action.ts';
import { secondFactorOperations } from './operations.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface DisableDialogProps {
  readonly console: SessionConsole;
  readonly onClose: () => void;
}

/** Turns two-step verification off. Operators who must have it have to set it up again before anything else. */
export function DisableDialog({ console, onClose }: DisableDialogProps) {
  const { t } = useTranslation();
  const { get, disable } = secondFactorOperations[console];
  const refreshes = [get, sessionOperations[console]];
  const action = useAction(disable, { refreshes, done: t('secondFactor.turnedOff'), onDone: onClose });
  return (
    <ProofDialog
      isDanger
      title={t('secondFactor.turnOff')}
      body={t('secondFactor.turnOffBody')}
      onClose={onClose}
      onSubmit={(body) => action.run({ body })}
    />
  );
}
