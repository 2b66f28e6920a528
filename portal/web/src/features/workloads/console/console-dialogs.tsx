import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface ReasonDialogProps {
  readonly workload: Pick<Workload, 'user' | 'name'>;
  readonly onConfirm: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks an operator for a reason before a customer's console opens. */
export function ReasonDialog({ workload: { user, name }, onConfirm, onClose }: ReasonDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('console.ask', { user, name })}
      confirmLabel={t('console.connect')}
      reasonHelp={t('explained.forUser')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('console.askBody', { user })}
    </ConfirmDialog>
  );
}

interface TakeOverDialogProps {
  readonly isBusy: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before taking over a console that somebody else has open. */
export function TakeOverDialog({ isBusy, onConfirm, onClose }: TakeOverDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('console.takeOver')}
      confirmLabel={t('console.takeOverAction')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('console.takeOverBody')}
    </ConfirmDialog>
  );
}
