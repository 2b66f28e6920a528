import { Button, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { CopyableLines } from '../../../ui/copyable.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { download } from '../../../ui/download.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New recovery codes. They stay on the screen until the user confirms that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const text = codes.join('\n');
  return (
    <Dialog
      closesByButtonOnly
      title={t('secondFactor.codesTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('secondFactor.saved')}</Button>
          <Button variant="secondary" onClick={() => download('gpulease-recovery-codes.txt', `${text}\n`)}>
            {t('secondFactor.download')}
          </Button>
        </>
      }
    >
      <Content component="p">{t('secondFactor.codesBody')}</Content>
      <CopyableLines lines={codes} label={t('secondFactor.codes')} />
    </Dialog>
  );
}
