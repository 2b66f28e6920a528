import { Flex } from '@patternfly/react-core';
import { NewSshKey } from './new-ssh-key.tsx';
import { SaveSshKeys } from './save-ssh-keys.tsx';

interface SshKeyButtonsProps {
  /** Pasted keys that are not saved. */
  readonly unsaved: readonly string[];
  readonly onSaved: (keys: readonly string[]) => void;
}

/** Buttons to save pasted keys and to create a key pair. */
export function SshKeyButtons({ unsaved, onSaved }: SshKeyButtonsProps) {
  return (
    <Flex>
      <SaveSshKeys keys={unsaved} onSaved={onSaved} />
      <NewSshKey onMade={(key) => onSaved([key])} />
    </Flex>
  );
}
