import { useTranslation } from 'react-i18next';
import type { ItemOf, ListOperation } from '../../api/lists.ts';
import { useWholeList } from '../../api/whole-list.ts';
import { choicesFailure } from './choices-failure.tsx';
import { Field, type FieldProps } from './field.tsx';
import { labelIn, type Option } from './options.ts';
import { SearchedField, SearchedSelect } from './searched-field.tsx';
import { ChosenLabels } from './tags-field.tsx';

type NamedList = {
  [Id in ListOperation]: ItemOf<Id> extends { readonly name: string } ? Id : never;
}[ListOperation];

interface ReferenceFieldProps<Id extends NamedList> extends FieldProps {
  readonly operation: Id;
  /** The title of an object, shown with its name. */
  readonly titleOf?: (item: ItemOf<Id>) => string;
  /** The label of the explicit choice of none, if allowed. Its value is NONE, which is not a valid name. */
  readonly none?: string;
}

export const NONE = 'NONE';

function useChoices<Id extends NamedList>({ operation, titleOf, help }: ReferenceFieldProps<Id>) {
  const list = useWholeList(operation, {});
  const items = (list.data ?? []) as (ItemOf<Id> & { readonly name: string })[];
  const choices: Option[] = items.map((item) => {
    const title = titleOf?.(item) ?? '';
    return { value: item.name, label: title && title !== item.name ? `${title} (${item.name})` : item.name };
  });
  return { choices, help: choicesFailure(list) ?? help };
}

export function ReferenceField<Id extends NamedList>(props: ReferenceFieldProps<Id>) {
  const { t } = useTranslation();
  const { none, operation: _, titleOf: __, ...field } = props;
  const { choices, help } = useChoices(props);
  const options = none === undefined ? choices : [{ value: NONE, label: none }, ...choices];
  return <SearchedField {...field} help={help} placeholder={t('form.choose')} options={options} />;
}

export function ReferencesField<Id extends NamedList>(props: ReferenceFieldProps<Id>) {
  const { t } = useTranslation();
  const { operation: _, titleOf: __, none: ___, ...field } = props;
  const { choices, help } = useChoices(props);
  const titleOf = labelIn(choices);
  return (
    <Field {...field} help={help} nameOf={titleOf}>
      {(value, onChange, input) => {
        const chosen = Array.isArray(value) ? (value as string[]) : [];
        const toggle = (name: string) =>
          onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
        return (
          <>
            <SearchedSelect
              hasCheckboxes
              label={props.label}
              input={input}
              options={choices}
              chosen={chosen}
              text={t('table.chosen', { count: chosen.length })}
              onSelect={toggle}
            />
            <ChosenLabels label={props.label} names={chosen} titleOf={titleOf} onRemove={toggle} />
          </>
        );
      }}
    </Field>
  );
}
