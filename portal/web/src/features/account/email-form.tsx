import { emailChange } from '@gpulease/contract/me';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';
import { OneTimeCodeField } from '../sign-in/one-time-code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

interface EmailFormProps {
  /** The user has no address yet. */
  readonly isFirst: boolean;
}

/** An email address, proven by a code sent to it. */
export function EmailForm({ isFirst }: EmailFormProps) {
  const { t } = useTranslation();
  const change = useAction('changeEmail', { done: t('profile.emailChanged') });
  const sendCode = useAction('sendEmailCode', { done: t('auth.codeSent') });
  const client = useQueryClient();
  const form = useResourceForm(emailChange, { currentPassword: '', email: '', emailCode: '' });
  // Browsers fill in passwords without being asked.
  useGuardedEdits(form.formState.dirtyFields.email ?? false);
  return (
    <ResourceForm
      form={form}
      submitLabel={t(isFirst ? 'profile.addEmail' : 'profile.changeEmail')}
      fieldsOfCodes={{ EMAIL_TAKEN: 'email', EMAIL_NOT_VERIFIED: 'emailCode' }}
      onSubmit={async (body) => {
        client.setQueryData(queryKey('getMe'), await change.run({ body }));
        form.reset();
      }}
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
