import { sshKeyCreation } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';

export function AddKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = useAction('createSshKey', {
    refreshes: ['listSshKeys'],
    done: t('sshKey.added'),
    onDone: onClose,
  });
  const form = useResourceForm(sshKeyCreation, { name: '', publicKey: '' });
  return (
    <FormDialog
      form={form}
      title={t('sshKey.add')}
      submitLabel={t('common.save')}
      fieldsOfCodes={{ NAME_TAKEN: 'name' }}
      onClose={onClose}
      onSubmit={(body) => create.run({ body })}
    >
      <TextField isRequired name="name" label={t('common.name')} autoComplete="off" />
      <TextAreaField
        isRequired
        name="publicKey"
        label={t('sshKey.publicKey')}
        help={t('sshKey.help')}
        placeholder="ssh-ed25519 AAAA…"
      />
    </FormDialog>
  );
}
