import { secondFactorChange, type SecondFactorChange } from '@gpulease/contract/me';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { CurrentPasswordField } from '../current-password-field.tsx';

interface ProofDialogProps {
  /** The action, as the title and on the button. */
  readonly title: string;
  readonly body: string;
  readonly isDanger?: boolean;
  readonly onSubmit: (proof: SecondFactorChange) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password and a code before a change to the second factor. */
export function ProofDialog({ title, body, isDanger = false, onSubmit, onClose }: ProofDialogProps) {
  const { t } = useTranslation();
  const form = useResourceForm(secondFactorChange, { currentPassword: '', code: '' });
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={title}
      {...(isDanger && { submitProps: { variant: 'danger' } })}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Content component="p">{body}</Content>
      <CurrentPasswordField />
      <TextField
        isRequired
        name="code"
        label={t('secondFactor.codeOrRecoveryCode')}
        autoComplete="one-time-code"
        lang="en"
      />
    </FormDialog>
  );
}
