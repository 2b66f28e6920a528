import { apiTokenLifetimes, apiTokenScopes } from '@gpulease/contract/enums';
import { apiTokenCreation, type ApiTokenCreated } from '@gpulease/contract/me';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { optionsOf } from '../../ui/form/options.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { RadioField, SelectField, TextField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CurrentPasswordField } from './current-password-field.tsx';

const withPassword = apiTokenCreation.required({ currentPassword: true });

/** Creates an API token and shows it once. Requires the password, if one is set, because a token outlives the session. */
export function CreateApiTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = useAction('createApiToken', { refreshes: ['listApiTokens'] });
  const [created, setCreated] = useState<ApiTokenCreated>();
  const hasPassword = useApi('getOidcLink').data?.hasPassword ?? true;
  const form = useResourceForm(
    hasPassword ? withPassword : apiTokenCreation,
    { name: '', scope: 'READ', lifetime: 'DAYS_90', currentPassword: '' },
    ({ currentPassword, ...values }) => (hasPassword ? { ...values, currentPassword } : values),
  );
  if (created)
    return (
      <OneTimeSecret
        title={t('apiToken.created', { name: created.name })}
        about={t('apiToken.createdBody')}
        secret={created.token}
        label={t('apiToken.token')}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      title={t('apiToken.create')}
      submitLabel={t('common.create')}
      fieldsOfCodes={{ NAME_TAKEN: 'name' }}
      onClose={onClose}
      onSubmit={async (body) => setCreated(await create.run({ body }))}
    >
      <TextField
        isRequired
        name="name"
        label={t('common.name')}
        autoComplete="off"
        help={t('apiToken.nameHelp')}
      />
      <RadioField
        name="scope"
        label={t('apiToken.scope')}
        options={optionsOf(
          apiTokenScopes,
          (value) => t(`apiToken.scopes.${value}`),
          (value) => t(`apiToken.scopeHelp.${value}`),
        )}
      />
      <SelectField
        isRequired
        name="lifetime"
        label={t('apiToken.lifetime')}
        options={optionsOf(apiTokenLifetimes, (value) => t(`apiToken.lifetimes.${value}`))}
      />
      {hasPassword && <CurrentPasswordField />}
    </FormDialog>
  );
}
