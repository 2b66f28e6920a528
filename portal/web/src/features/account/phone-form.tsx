import { phoneChange } from '@gpulease/contract/me';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SmsCodeField } from '../sign-in/sms-code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

/** Another phone, proven by a code sent to it. */
export function PhoneForm() {
  const { t } = useTranslation();
  const change = useAction('changePhone', { done: t('profile.phoneChanged') });
  const client = useQueryClient();
  const form = useResourceForm(phoneChange, { currentPassword: '', phone: '', smsCode: '' });
  // Browsers fill in passwords without being asked.
  useGuardedEdits(form.formState.dirtyFields.phone ?? false);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('profile.changePhone')}
      fieldsOfCodes={{ PHONE_TAKEN: 'phone', PHONE_NOT_VERIFIED: 'smsCode' }}
      onSubmit={async (body) => {
        client.setQueryData(queryKey('getMe'), await change.run({ body }));
        form.reset();
      }}
    >
      <CurrentPasswordField help={t('profile.changePhoneHelp')} />
      <TextField
        isRequired
        name="phone"
        label={t('profile.newPhone')}
        type="tel"
        autoComplete="tel-national"
      />
      <SmsCodeField purpose="CHANGE_PHONE" />
    </ResourceForm>
  );
}
