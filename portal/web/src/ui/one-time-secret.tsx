import { Button, Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';

interface OneTimeSecretProps {
  readonly title: string;
  /** Explains what the secret is for and that it is not shown again. */
  readonly about: string;
  readonly secret: string;
  readonly label: string;
  readonly onClose: () => void;
}

/** A secret shown only once. It stays on the screen until the user closes it with the button. */
export function OneTimeSecret({ title, about, secret, label, onClose }: OneTimeSecretProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      closesByButtonOnly
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Content component="p">{about}</Content>
      <Copyable text={secret} label={label} />
    </Dialog>
  );
}
