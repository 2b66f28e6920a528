import { Bullseye, Button, Spinner } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';

export function CaptchaProgress({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('captcha.title')}
      onClose={onCancel}
      actions={
        <Button variant="link" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      }
    >
      <p>{t('captcha.body')}</p>
      <Bullseye>
        <Spinner size="lg" aria-label={t('captcha.title')} aria-valuetext={t('common.loading')} />
      </Bullseye>
    </Dialog>
  );
}
