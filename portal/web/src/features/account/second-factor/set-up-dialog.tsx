import type { SessionConsole } from '@gpulease/contract/enums';
import { secondFactorConfirmation, type SecondFactorSetup } from '@gpulease/contract/me';
import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../../ui/copyable.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { SecondFactorCodeField } from '../../sign-in/second-factor-code-field.tsx';
import { secondFactorOperations } from './operations.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { PasswordDialog } from '../password-dialog.tsx';

const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode);

interface SetUpDialogProps extends Closable {
  readonly console: SessionConsole;
  readonly onTurnedOn: () => void;
}

/** Turns two-step verification on: asks for the password, then for a code from the app, then shows recovery codes. */
export function SetUpDialog({ console, onClose, onTurnedOn }: SetUpDialogProps) {
  const { t } = useTranslation();
  const start = useAction(secondFactorOperations[console].start);
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onTurnedOn} />;
  if (setup) return <AppDialog {...{ console, setup, onClose }} onTurnedOn={setCodes} />;
  return (
    <PasswordDialog
      title={t('secondFactor.turnOn')}
      submitLabel={t('secondFactor.continue')}
      onClose={onClose}
      onSubmit={async (body) => setSetup(await start.run({ body }))}
    />
  );
}

interface AppDialogProps extends Closable {
  readonly console: SessionConsole;
  readonly setup: SecondFactorSetup;
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void;
}

function AppDialog({ console, setup, onClose, onTurnedOn }: AppDialogProps) {
  const { t } = useTranslation();
  const { get, confirm } = secondFactorOperations[console];
  const turnOn = useAction(confirm, { refreshes: [get, 'listSessions'] });
  const form = useResourceForm(secondFactorConfirmation, { code: '' });
  return (
    <FormDialog
      form={form}
      title={t('secondFactor.turnOn')}
      submitLabel={t('secondFactor.turnOn')}
      onClose={onClose}
      onSubmit={async (body) => onTurnedOn((await turnOn.run({ body })).codes)}
    >
      <Content component="p">
        {t('secondFactor.scan')} {t('secondFactor.endsSessions')}
      </Content>
      <QrCode uri={setup.uri} />
      <div>
        {t('secondFactor.secret')} <Copyable isInline text={setup.secret} label={t('secondFactor.secret')} />
      </div>
      <SecondFactorCodeField />
    </FormDialog>
  );
}
