import { Flex, Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { download } from '../../../ui/download.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useToasts } from '../../../ui/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { randomLetters } from '../random-letters.ts';
import { makeSshKeyPair } from './ssh-key-pair.ts';
import { sshPublicKey } from '@gpulease/contract/validation';

interface SshKeyButtonsProps {
  /** Pasted keys that are not saved. */
  readonly unsaved: readonly string[];
  readonly onSaved: (keys: readonly string[]) => void;
}

/** Saves pasted keys, or creates a pair in the browser, whose public key is saved and whose private key is downloaded. */
export function SshKeyButtons({ unsaved, onSaved }: SshKeyButtonsProps) {
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
    onSaved([publicKey]);
  };
  return (
    <Flex>
      <SaveSshKeys unsaved={unsaved} onSaved={onSaved} />
      <Button isInline variant="link" isDisabled={save.isBusy} onClick={() => void make()}>
        {t('sshKey.make')}
      </Button>
      {file !== undefined && (
        <InlineAlert isLiveRegion variant="info" component="h3" title={t('sshKey.made', { file })}>
          {t('sshKey.madeBody')}
          <br />
          <Copyable isInline text={`chmod 600 ${file}`} label={t('sshKey.permissions')} />
          <br />
          <Copyable isInline text={`ssh -i ${file}`} label={t('workload.sshCommand')} />
        </InlineAlert>
      )}
    </Flex>
  );
}

/** Saves pasted keys in the profile for later orders. Hidden while one of them is incomplete. */
function SaveSshKeys({ unsaved: keys, onSaved }: SshKeyButtonsProps) {
  const { t } = useTranslation();
  const save = useAction('createSshKey', { refreshes: ['listSshKeys'], done: t('sshKey.added') });
  if (keys.length === 0 || keys.some((key) => !sshPublicKey.safeParse(key).success)) return null;
  const saveAll = async () => {
    const saved: string[] = [];
    for (const publicKey of keys)
      if (await save.attempt({ body: { name: nameOf(publicKey), publicKey } })) saved.push(publicKey);
    onSaved(saved);
  };
  return (
    <Button isInline variant="link" isDisabled={save.isBusy} onClick={() => void saveAll()}>
      {t('sshKey.keep', { count: keys.length })}
    </Button>
  );
}

const LONGEST = 40;

/** Named after the key's comment, such as `ada@laptop`, and unique. */
function nameOf(publicKey: string): string {
  const [, , ...comment] = publicKey.split(' ');
  const words = comment
    .join(' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['key'];
  return `${words.join('-').slice(0, LONGEST)}-${randomLetters()}`;
}
