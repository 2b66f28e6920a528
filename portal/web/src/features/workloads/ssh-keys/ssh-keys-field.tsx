import { Checkbox, Flex, FlexItem, TextArea } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { choicesFailure } from '../../../ui/form/choices-failure.tsx';
import { Field, type InputProps } from '../../../ui/form/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const SshKeyButtons = lazyPart(
  async () => (await import('./ssh-key-buttons.tsx')).SshKeyButtons,
  <>&nbsp;</>,
);

interface SshKeysFieldProps {
  readonly help: string;
}

interface SavedKeysProps extends SshKeysFieldProps {
  /** What is around the field says already what it is. */
  readonly isTitled?: boolean;
}

interface WithKeys {
  authorizedKeys: string[];
}

/** The authorized keys: saved ones to tick, others to paste, one per line, and a new one. A form's `authorizedKeys`. */
export function SshKeysField({ help, isTitled = false }: SavedKeysProps) {
  const { t } = useTranslation();
  const list = useApi('listSshKeys', { query: { pageSize: 100 } });
  const saved = list.data?.items ?? [];
  const savedKeys = saved.map(({ publicKey }) => publicKey);
  const { getValues } = useFormContext<WithKeys>();
  const [pasted, setPasted] = useState<string>();
  return (
    <Field
      isRequired
      isTitled={isTitled}
      name="authorizedKeys"
      label={t('profile.sshKeys')}
      help={choicesFailure(list) ?? help}
      messages={{ required: t('order.keysHelp') }}
    >
      {(value, onChange, { id, ref, name, ...input }) => {
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
                  id={`${id}-${key.name}`}
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
              <KeysInput
                input={{ ...input, id, ref, name }}
                text={others}
                onChange={(text) => {
                  setPasted(text);
                  change(ticked(), text);
                }}
              />
            </FlexItem>
            <FlexItem>
              <SshKeyButtons
                unsaved={lines(others).filter((key) => !savedKeys.includes(key))}
                onSaved={tickSaved}
              />
            </FlexItem>
          </Flex>
        );
      }}
    </Field>
  );
}

/** Keys to paste, one per line, without saved ones. A form's `authorizedKeys`. */
export function PastedKeysField({ help }: SshKeysFieldProps) {
  const { t } = useTranslation();
  const [pasted, setPasted] = useState('');
  return (
    <Field
      isRequired
      name="authorizedKeys"
      label={t('profile.sshKeys')}
      help={help}
      messages={{ required: help }}
    >
      {(_, onChange, input) => (
        <KeysInput
          input={input}
          text={pasted}
          onChange={(text) => {
            setPasted(text);
            onChange(lines(text));
          }}
        />
      )}
    </Field>
  );
}

interface KeysInputProps {
  /** Connects the input to its label and message. */
  readonly input: InputProps;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function KeysInput({ input: { ref, ...input }, text, onChange }: KeysInputProps) {
  return (
    <TextArea
      {...input}
      ref={ref}
      lang="en"
      rows={3}
      resizeOrientation="vertical"
      placeholder="ssh-ed25519 AAAA…"
      value={text}
      onChange={(_, typed) => onChange(typed)}
    />
  );
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
