/** The inputs of a confirmation dialog. */
import { LONGEST_REASON } from '@gpulease/contract/endpoints';
import { validationText } from '@gpulease/contract/validation-messages';
import { Form, FormGroup, TextInput } from '@patternfly/react-core';
import { useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import { FieldHelp } from './form/field-help.tsx';

type Missing = 'required' | 'differentName';

interface Asked {
  readonly typedName?: string | undefined;
  readonly reasonHelp?: string | undefined;
}

export function useTypedLines({ typedName, reasonHelp }: Asked) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const reasonInput = useRef<HTMLInputElement>(null);
  const typedInput = useRef<HTMLInputElement>(null);
  const missing = missingOf({ typedName, reasonHelp }, { typed, reason });
  const shown = isTried ? missing : {};
  const ofReason = { value: reason, error: shown.reason, inputRef: reasonInput, onChange: setReason };
  const ofTyped = { value: typed, error: shown.typed, inputRef: typedInput, onChange: setTyped };
  return {
    /** Empty if no reason is requested. */
    reason: reason.trim(),
    /** Returns whether every input is complete. If not, shows the errors and focuses the first incomplete input. */
    check: () => {
      setTried(true);
      if (missing.reason) reasonInput.current?.focus();
      else if (missing.typed) typedInput.current?.focus();
      else return true;
      return false;
    },
    lines: (onSubmit: () => void) => (
      <>
        {reasonHelp !== undefined && (
          <TypedLine
            {...ofReason}
            isRequired
            label={t('common.reason')}
            help={reasonHelp}
            maxLength={LONGEST_REASON}
            onSubmit={onSubmit}
          />
        )}
        {typedName !== undefined && (
          <TypedLine {...ofTyped} label={t('confirm.typeName', { name: typedName })} onSubmit={onSubmit} />
        )}
      </>
    ),
  };
}

function missingOf(
  { typedName, reasonHelp }: Asked,
  { typed, reason }: { readonly typed: string; readonly reason: string },
): { readonly reason?: Missing; readonly typed?: Missing } {
  const isExplained = reasonHelp === undefined || reason.trim() !== '';
  const isTyped = typedName === undefined || typed === typedName;
  return {
    ...(!isExplained && { reason: 'required' }),
    ...(!isTyped && { typed: typed === '' ? 'required' : 'differentName' }),
  };
}

interface TypedLineProps {
  readonly value: string;
  readonly error: Missing | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

/** One input; Enter confirms the dialog. */
function TypedLine(props: TypedLineProps) {
  const { label, help, isRequired = false, maxLength, value, error, inputRef, onChange, onSubmit } = props;
  const id = useId();
  const language = useLanguage();
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormGroup fieldId={id} label={label} isRequired={isRequired}>
        <TextInput
          id={id}
          ref={inputRef}
          value={value}
          autoComplete="off"
          isRequired={isRequired}
          validated={error === undefined ? 'default' : 'error'}
          aria-describedby={`${id}-help`}
          {...(maxLength !== undefined && { maxLength })}
          onChange={(_, text) => onChange(text)}
        />
        <FieldHelp
          id={`${id}-help`}
          error={error === undefined ? undefined : validationText(error, language)}
          help={help}
        />
      </FormGroup>
    </Form>
  );
}
