import type { SignInAnswer } from '@gpulease/contract/auth';
import { useTranslation } from 'react-i18next';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { FilledTabs } from './filled-tabs.tsx';
import { PhoneFields } from './phone-fields.tsx';

const loadPhoneSchema = async () => (await import('@gpulease/contract/auth')).phoneCredentials;

interface CustomerFormsProps {
  readonly username?: string | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

export function CustomerForms({ username, onAnswer }: CustomerFormsProps) {
  const { t } = useTranslation();
  return (
    <FilledTabs
      label={t('auth.signInTitle')}
      tabs={[
        {
          key: 'username',
          title: t('auth.byUsername'),
          content: <CredentialsForm console="user" username={username} onAnswer={onAnswer} />,
        },
        { key: 'phone', title: t('auth.byPhone'), content: <PhoneForm onAnswer={onAnswer} /> },
      ]}
    />
  );
}

function PhoneForm({ onAnswer }: { readonly onAnswer: (answer: SignInAnswer) => void }) {
  const { t } = useTranslation();
  const form = useResourceForm(loadPhoneSchema, { phone: '', smsCode: '' });
  const login = useAction('loginByPhone');
  return (
    <ResourceForm
      form={form}
      submitLabel={t('auth.signIn')}
      submitProps={{ isBlock: true }}
      failureTitle={t('auth.signInFailed')}
      fieldsOfCodes={{ PHONE_NOT_VERIFIED: 'smsCode' }}
      onSubmit={async (body) => onAnswer(await login.run({ body }))}
    >
      <PhoneFields label={t('auth.phone')} purpose="LOGIN" />
    </ResourceForm>
  );
}
