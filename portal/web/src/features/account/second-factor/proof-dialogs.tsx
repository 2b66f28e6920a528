import type { SessionConsole } from '@gpulease/contract/enums';
import { secondFactorChange, type SecondFactorChange } from '@gpulease/contract/me';
import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionOperations } from '../../../session/session.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/inputs.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { secondFactorOperations } from './operations.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface ProofDialogProps extends Closable {
  /** Both the title and the label of the submit button. */
  readonly title: string;
  readonly body: string;
  readonly isDanger?: boolean;
  readonly onSubmit: (proof: SecondFactorChange) => Promise<unknown>;
}

/** Requires the password and a code before the second factor changes. */
function ProofDialog({ title, body, isDanger = false, onSubmit, onClose }: ProofDialogProps) {
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

interface ChangeDialogProps extends Closable {
  readonly console: SessionConsole;
}

/** Turns two-step verification off. Operators who need it must set it up again before anything else. */
export function DisableDialog({ console, onClose }: ChangeDialogProps) {
  const { t } = useTranslation();
  const { get, disable } = secondFactorOperations[console];
  const refreshes = [get, sessionOperations[console]];
  const action = useAction(disable, { refreshes, done: t('secondFactor.turnedOff'), onDone: onClose });
  return (
    <ProofDialog
      isDanger
      title={t('secondFactor.turnOff')}
      body={t('secondFactor.turnOffBody')}
      onClose={onClose}
      onSubmit={(body) => action.run({ body })}
    />
  );
}

export function RenewDialog({ console, onClose }: ChangeDialogProps) {
  const { t } = useTranslation();
  const { get, renew } = secondFactorOperations[console];
  const action = useAction(renew, { refreshes: [get] });
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('secondFactor.renew')}
      body={t('secondFactor.renewBody')}
      onClose={onClose}
      onSubmit={async (body) => setCodes((await action.run({ body })).codes)}
    />
  );
}
