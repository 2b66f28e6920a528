import { languages, type Language } from '@gpulease/contract/enums';
import { meChange, type Me } from '@gpulease/contract/me';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { optionsOf } from '../../ui/form/options.ts';
import { RadioField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';

/** Each language is named in itself. */
const names: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' };

/** The language of messages to the user. */
export function LanguageForm({ me }: { readonly me: Me }) {
  const { t } = useTranslation();
  const change = useAction('updateMe', { done: t('profile.languageChanged') });
  const client = useQueryClient();
  const form = useResourceForm(meChange, { language: me.language ?? 'zh' });
  useGuardedEdits(form.formState.isDirty);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('common.save')}
      onSubmit={async (body) => {
        client.setQueryData(queryKey('getMe'), await change.run({ body }));
        form.reset(body);
      }}
    >
      <RadioField
        name="language"
        label={t('profile.language')}
        help={t('profile.languageHelp')}
        options={optionsOf(languages, (value) => names[value])}
      />
    </ResourceForm>
  );
}
