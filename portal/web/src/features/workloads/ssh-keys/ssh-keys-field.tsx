import { Checkbox, Flex, FlexItem, TextArea } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { choicesFailure } from '../../../ui/form/choices-failure.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const SshKeyButtons = lazyPart(
  async () => (await import('./ssh-key-buttons.tsx')).SshKeyButtons,
  <>&nbsp;</>,
);

interface KeysFieldProps {
  readonly help: string;
  /** The context already names the field. */
  readonly isTitled?: boolean;
  /** False for operators, who do not see a customer's saved keys. */
  readonly hasSaved?: boolean;
}

/** A form's `authorizedKeys`: saved keys to select, others to paste, one per line, and a button for a new pair. */
export function SshKeysField({ help, isTitled = false, hasSaved = true }: KeysFieldProps) {
  const { t } = useTranslation();
  const list = useApi('listSshKeys', { query: { pageSize: 100 } }, { enabled: hasSaved });
  const saved = (hasSaved ? list.data?.items : undefined) ?? [];
  const savedKeys = saved.map(({ publicKey }) => publicKey);
  const { getValues } = useFormContext<{ authorizedKeys: string[] }>();
  const [pasted, setPasted] = useState<string>();
  return (
    <Field
      isRequired
      isTitled={isTitled}
      name="authorizedKeys"
      label={t('profile.sshKeys')}
      help={choicesFailure(list) ?? help}
      messages={{ required: hasSaved ? t('order.keysHelp') : help }}
    >
      {(value, onChange, { ref, ...input }) => {
        const keys = value as readonly string[];
        const others = pasted ?? keys.filter((key) => !savedKeys.includes(key)).join('\n');
        // A saved key that is also pasted counts once.
        const change = (ticked: readonly string[], text: string) =>
          onChange([...new Set([...ticked, ...lines(text)])]);
        const ticked = () => getValues('authorizedKeys').filter((key) => savedKeys.includes(key));
        const tickSaved = (added: readonly string[]) => {
          const rest = lines(others)
            .filter((line) => !added.includes(line))
            .join('\n');
          setPasted(rest);
          change([...ticked(), ...added], rest);
        };
        return (
          // A Stack fills its container's height and would push the help below onto the buttons.
          <Flex direction={{ default: 'column' }} alignItems={{ default: 'alignItemsStretch' }}>
            {saved.map((key) => (
              <FlexItem key={key.name}>
                <Checkbox
                  id={`${input.id}-${key.name}`}
                  label={key.name}
                  description={key.fingerprint}
                  isChecked={keys.includes(key.publicKey)}
                  onChange={(_, isTicked) => {
                    const rest = ticked().filter((other) => other !== key.publicKey);
                    change(isTicked ? [...rest, key.publicKey] : rest, others);
                  }}
                />
              </FlexItem>
            ))}
            <FlexItem>
              <TextArea
                {...input}
                ref={ref}
                lang="en"
                rows={3}
                resizeOrientation="vertical"
                placeholder="ssh-ed25519 AAAA…"
                value={others}
                onChange={(_, text) => {
                  setPasted(text);
                  change(ticked(), text);
                }}
              />
            </FlexItem>
            {hasSaved && (
              <FlexItem>
                <SshKeyButtons
                  unsaved={lines(others).filter((key) => !savedKeys.includes(key))}
                  onSaved={tickSaved}
                />
              </FlexItem>
            )}
          </Flex>
        );
      }}
    </Field>
  );
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
