import { Button, InputGroup, InputGroupItem, Label, LabelGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from './field.tsx';

const asTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** A list of words. Enter, a comma or the button adds the typed words. */
export function TagsField({ isRequired = false, ...props }: FieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <Field {...props} isRequired={isRequired}>
      {(value, onChange, input) => {
        const tags = asTexts(value);
        const take = () => {
          const words = typed.split(/[,，\s]+/).filter((word) => word !== '' && !tags.includes(word));
          setTyped('');
          if (words.length > 0) onChange([...tags, ...words]);
        };
        return (
          <>
            <InputGroup>
              <InputGroupItem isFill>
                <TextInput
                  {...input}
                  value={typed}
                  autoComplete="off"
                  onChange={(_, text) => setTyped(text)}
                  onBlur={() => {
                    take();
                    input.onBlur();
                  }}
                  onKeyDown={(event) => {
                    if (event.nativeEvent.isComposing || !['Enter', ','].includes(event.key)) return;
                    event.preventDefault();
                    take();
                  }}
                />
              </InputGroupItem>
              <InputGroupItem>
                <Button variant="control" isDisabled={typed.trim() === ''} onClick={take}>
                  {t('form.add')}
                </Button>
              </InputGroupItem>
            </InputGroup>
            <ChosenLabels
              label={props.label}
              names={tags}
              onRemove={(tag) => onChange(tags.filter((other) => other !== tag))}
            />
          </>
        );
      }}
    </Field>
  );
}

interface ChosenLabelsProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly titleOf?: (name: string) => string;
  readonly onRemove: (name: string) => void;
}

export function ChosenLabels({ label, names, titleOf = String, onRemove }: ChosenLabelsProps) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <LabelGroup aria-label={label} numLabels={names.length} className="pf-v6-u-mt-sm">
      {names.map((name) => (
        <Label
          key={name}
          variant="outline"
          closeBtnAriaLabel={t('form.remove', { name: titleOf(name) })}
          onClose={() => onRemove(name)}
        >
          {titleOf(name)}
        </Label>
      ))}
    </LabelGroup>
  );
}
