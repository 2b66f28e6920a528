import type { SessionConsole } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../ui/use-action.ts';
import { secondFactorOperations } from './operations.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface RenewDialogProps {
  readonly console: SessionConsole;
  readonly onClose: () => void;
}

/** Replaces the recovery codes. */
export function RenewDialog({ console, onClose }: RenewDialogProps) {
  const { t } = useTranslation();
  const { get, renew } = secondFactorOperations[console];
  const action = useAction(renew, { refreshes: [get] });
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('secondFactor.renew')}
      body={t('secondFactor.renewBody')}
      onClose={onClose}
      onSubmit={async (body) => setCodes((await action.run({ body })).codes)}
    />
  );
}
