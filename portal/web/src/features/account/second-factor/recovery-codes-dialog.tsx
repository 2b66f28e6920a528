import { Button, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { CopyableLines } from '../../../ui/copyable.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { download } from '../../../ui/download.ts';
import type { Closable } from '../../../ui/lazy-dialog.tsx';

/** New recovery codes. They stay on the screen until the user confirms that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: Closable & { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Dialog
      closesByButtonOnly
      title={t('secondFactor.codesTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('secondFactor.saved')}</Button>
          <Button
            variant="secondary"
            onClick={() => download('gpulease-recovery-codes.txt', `${codes.join('\n')}\n`)}
          >
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
