import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Content, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnterSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { SupportText } from '../../ui/support-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SecondFactorCodeField } from './second-factor-code-field.tsx';

const loadSchema = async () => (await import('@gpulease/contract/auth')).secondFactorProof;

const operations = { user: 'finishLogin', admin: 'finishAdminLogin' } as const;

interface SecondStepProps {
  readonly console: SessionConsole;
  readonly token: string;
  readonly onStartAgain: () => void;
}

export function SecondStep({ console, token, onStartAgain }: SecondStepProps) {
  const { t } = useTranslation();
  const [isRecovering, setRecovering] = useState(false);
  const way = isRecovering ? 'byRecoveryCode' : 'byApp';
  return (
    <Stack hasGutter>
      <Content component="p">{t(`secondFactor.signIn.${way}`)}</Content>
      <CodeForm key={way} {...{ console, token, isRecovering }} />
      <StackItem>
        <Button isInline variant="link" onClick={() => setRecovering(!isRecovering)}>
          {t(isRecovering ? 'secondFactor.signIn.useApp' : 'secondFactor.signIn.useRecoveryCode')}
        </Button>
      </StackItem>
      <StackItem>
        <Button isInline variant="link" onClick={onStartAgain}>
          {t('secondFactor.signIn.startAgain')}
        </Button>
      </StackItem>
    </Stack>
  );
}

interface CodeFormProps extends Omit<SecondStepProps, 'onStartAgain'> {
  readonly isRecovering: boolean;
}

function CodeForm({ console, token, isRecovering }: CodeFormProps) {
  const { t } = useTranslation();
  const enter = useEnterSession(console);
  const finish = useAction(operations[console]);
  const form = useResourceForm(loadSchema, { token, code: '' }, undefined, 'onSubmit');
  return (
    <ResourceForm
      form={form}
      submitLabel={t('auth.signIn')}
      submitProps={{ isBlock: true }}
      failureTitle={t('auth.signInFailed')}
      onSubmit={async (body) => enter(await finish.run({ body }))}
    >
      {isRecovering ? (
        <TextField
          isRequired
          autoFocus
          name="code"
          label={t('secondFactor.recoveryCode')}
          autoComplete="off"
          lang="en"
          help={<SupportText>{t(`secondFactor.signIn.lostBoth.${console}`)}</SupportText>}
        />
      ) : (
        <SecondFactorCodeField autoFocus />
      )}
    </ResourceForm>
  );
}
