import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveQuestionProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

export function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isDanger
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      onConfirm={() => Promise.resolve(onLeave())}
      onClose={onStay}
    >
      {t('leave.body')}
    </ConfirmDialog>
  );
}
