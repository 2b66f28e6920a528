import { secondFactorStart, type SecondFactorStart } from '@gpulease/contract/me';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import type { Closable } from '../../ui/lazy-dialog.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

interface PasswordDialogProps extends Closable {
  readonly title: string;
  readonly submitLabel: string;
  readonly onSubmit: (body: SecondFactorStart) => Promise<void>;
}

/** Requires the current password before a sign-in setting changes. */
export function PasswordDialog(props: PasswordDialogProps) {
  const form = useResourceForm(secondFactorStart, { currentPassword: '' });
  return (
    <FormDialog {...props} form={form}>
      <CurrentPasswordField />
    </FormDialog>
  );
}
