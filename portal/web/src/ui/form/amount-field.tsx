import { displayAmount, fromDollars, isAmount, toDollars } from '@gpulease/contract/money';
import { TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useMoneyDisplay } from '../money.tsx';
import { Field, type FieldProps } from './field.tsx';

/** An amount typed in the displayed currency. The form holds yuan, the currency of charges; for dollars, both appear below the field. */
export function AmountField({ help, ...props }: FieldProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const { language, cnyPerUsd } = money;
  const [typed, setTyped] = useState<string>();
  const held: unknown = useFormContext().watch(props.name);
  const yuan = typeof held === 'string' ? held : '';
  const isInDollars = language === 'en';
  const toForm = (text: string) => (isInDollars ? fromDollars(text, cnyPerUsd) : text);
  const fromForm = () => (isInDollars ? toDollars(yuan, cnyPerUsd) : yuan);
  const both = isInDollars && (
    <>
      {isAmount(yuan) && `${t('recharge.equals', { amount: displayAmount(yuan, money) })} `}
      {t('recharge.rate', { cnyPerUsd })}
      <br />
    </>
  );
  return (
    <Field
      {...props}
      help={
        <>
          {both}
          {help}
        </>
      }
    >
      {(_, onChange, input) => (
        <TextInput
          {...input}
          inputMode="decimal"
          autoComplete="off"
          isRequired={props.isRequired ?? false}
          value={typed !== undefined && toForm(typed) === yuan ? typed : fromForm()}
          onChange={(_, text) => {
            setTyped(text);
            onChange(toForm(text));
          }}
        />
      )}
    </Field>
  );
}
