import { Button, ClipboardCopy, ClipboardCopyVariant, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { download } from '../../../ui/download.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes just made; they stay on the screen until their owner says that they are saved. */
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
      <ClipboardCopy
        isCode
        isExpanded
        isReadOnly
        variant={ClipboardCopyVariant.expansion}
        hoverTip={t('copy.copy')}
        clickTip={t('copy.copied')}
        textAriaLabel={t('secondFactor.codes')}
        toggleAriaLabel={t('secondFactor.codes')}
        copyAriaLabel={t('copy.what', { label: t('secondFactor.codes') })}
      >
        {text}
      </ClipboardCopy>
    </Dialog>
  );
}
