import { type Language, languages } from '@gpulease/contract/enums';
import { emailChange, type Me, meChange, phoneChange } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { RadioField, TextField } from '../../ui/form/inputs.tsx';
import { optionsOf } from '../../ui/form/options.ts';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';
import { OneTimeCodeField } from '../sign-in/one-time-code-field.tsx';
import { PhoneFields } from '../sign-in/phone-fields.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

const answers = queryKey('getMe');

/** Adds or changes the email address. A code sent to it verifies it. */
export function EmailForm({ isFirst }: { readonly isFirst: boolean }) {
  const { t } = useTranslation();
  const sendCode = useAction('sendEmailCode', { done: t('auth.codeSent') });
  const form = useResourceForm(emailChange, { currentPassword: '', email: '', emailCode: '' });
  const done = t('profile.emailChanged');
  const change = useAction('changeEmail', { answers, done, onDone: () => form.reset() });
  // Ignores the password, which browsers fill in automatically.
  useGuardedEdits(form.formState.dirtyFields.email ?? false);
  return (
    <ResourceForm
      form={form}
      submitLabel={t(isFirst ? 'profile.addEmail' : 'profile.changeEmail')}
      fieldsOfCodes={{ EMAIL_TAKEN: 'email', EMAIL_NOT_VERIFIED: 'emailCode' }}
      onSubmit={(body) => change.run({ body })}
    >
      <CurrentPasswordField help={t(isFirst ? 'profile.addEmailHelp' : 'profile.changeEmailHelp')} />
      <TextField
        isRequired
        name="email"
        label={t(isFirst ? 'profile.email' : 'profile.newEmail')}
        type="email"
        autoComplete="email"
      />
      <OneTimeCodeField
        name="emailCode"
        label={t('profile.emailCode')}
        recipient="email"
        purpose="CHANGE_EMAIL"
        send={(email) => sendCode.run({ body: { email } })}
      />
    </ResourceForm>
  );
}

export function PhoneForm() {
  const { t } = useTranslation();
  const form = useResourceForm(phoneChange, { currentPassword: '', phone: '', smsCode: '' });
  const done = t('profile.phoneChanged');
  const change = useAction('changePhone', { answers, done, onDone: () => form.reset() });
  // Ignores the password, which browsers fill in automatically.
  useGuardedEdits(form.formState.dirtyFields.phone ?? false);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('profile.changePhone')}
      fieldsOfCodes={{ PHONE_TAKEN: 'phone', PHONE_NOT_VERIFIED: 'smsCode' }}
      onSubmit={(body) => change.run({ body })}
    >
      <CurrentPasswordField help={t('profile.changePhoneHelp')} />
      <PhoneFields label={t('profile.newPhone')} purpose="CHANGE_PHONE" />
    </ResourceForm>
  );
}

/** Each language's name for itself. */
const names: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' };

export function LanguageForm({ me }: { readonly me: Me }) {
  const { t } = useTranslation();
  const change = useAction('updateMe', { answers, done: t('profile.languageChanged') });
  const form = useResourceForm(meChange, { language: me.language ?? 'zh' });
  useGuardedEdits(form.formState.isDirty);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('common.save')}
      onSubmit={async (body) => {
        await change.run({ body });
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
