import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import { TypeaheadFilter } from '../../../ui/table/typeahead-filter.tsx';
import { Section } from '../../../ui/form/section.tsx';

const customers = { role: 'USER', status: 'active' };

/** Chooses the customer, searched by name, phone or email. */
export function CustomerSection() {
  const { t } = useTranslation();
  const label = t('workload.user');
  return (
    <Section title={t('orderFor.customer')}>
      <Field isRequired name="user" label={label} help={t('orderFor.customerHelp')}>
        {(value, onChange, input) => (
          <TypeaheadFilter
            label={label}
            operation="listUsers"
            among={customers}
            value={String(value)}
            onChange={(chosen) => onChange(chosen ?? '')}
            input={input}
          />
        )}
      </Field>
    </Section>
  );
}
