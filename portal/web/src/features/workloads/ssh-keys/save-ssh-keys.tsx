import { sshPublicKey } from '@gpulease/contract/validation';
import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../ui/use-action.ts';
import { randomLetters } from '../random-letters.ts';

interface SaveSshKeysProps {
  /** Pasted keys that are not saved. */
  readonly keys: readonly string[];
  readonly onSaved: (keys: readonly string[]) => void;
}

/** Saves pasted keys in the profile for later orders. Hidden while one of them is incomplete. */
export function SaveSshKeys({ keys, onSaved }: SaveSshKeysProps) {
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
