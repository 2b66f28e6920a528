import { Alert, Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { download } from '../../../ui/download.ts';
import { useToasts } from '../../../ui/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { randomLetters } from '../random-letters.ts';
import { makeSshKeyPair } from './ssh-key-pair.ts';

interface NewSshKeyProps {
  /** The saved public key. */
  readonly onMade: (publicKey: string) => void;
}

/** Creates a key pair in the browser: the public key is saved for this and later orders, the private key is downloaded. */
export function NewSshKey({ onMade }: NewSshKeyProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const save = useAction('createSshKey', { refreshes: ['listSshKeys'] });
  const [file, setFile] = useState<string>();
  const make = async () => {
    const name = `gpulease-${randomLetters()}`;
    const pair = await makeSshKeyPair(name).catch(() => undefined);
    if (!pair) return toasts.tell({ variant: 'danger', title: t('sshKey.notMade') });
    const { publicKey, privateKey } = pair;
    if (!(await save.attempt({ body: { name, publicKey } }))) return;
    download(name, privateKey);
    setFile(name);
    onMade(publicKey);
  };
  return (
    <>
      <Button isInline variant="link" isDisabled={save.isBusy} onClick={() => void make()}>
        {t('sshKey.make')}
      </Button>
      {file !== undefined && <Made file={file} />}
    </>
  );
}

function Made({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      isInline
      isLiveRegion
      variant="info"
      component="h3"
      title={t('sshKey.made', { file })}
      variantLabel={t('toast.info')}
    >
      {t('sshKey.madeBody')}
      <br />
      <Copyable isInline text={`chmod 600 ${file}`} label={t('sshKey.permissions')} />
      <br />
      <Copyable isInline text={`ssh -i ${file}`} label={t('workload.sshCommand')} />
    </Alert>
  );
}
