import { Button, Form, FormGroup, Stack, StackItem, TextInput } from '@patternfly/react-core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { FailureAlert } from '../errors/failure-alert.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, before the click. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDanger?: boolean;
  /** A name that must be typed before the button works, for what cannot be undone. */
  readonly typedName?: string;
  readonly isBusy?: boolean;
  /** Why it was not done; the dialog stays to try again. */
  readonly failure?: Failure | null;
  /** What was not done, as the headline of the failure. */
  readonly failureTitle?: string;
  /** Does it, and closes the dialog when it is done. What it rejects with is `failure`. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before doing something with consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { typedName, isDanger = false, isBusy = false } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isAllowed = (typedName === undefined || typed === typedName) && !isBusy;
  const confirm = () => {
    if (isAllowed) props.onConfirm().catch(() => undefined);
  };
  return (
    <Dialog
      title={props.title}
      {...(isDanger && { titleIconVariant: 'warning' })}
      onClose={props.onClose}
      actions={
        <>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isDisabled={!isAllowed}
            isLoading={isBusy}
            spinnerAriaLabel={t('common.loading')}
            spinnerAriaValueText={t('common.loading')}
            onClick={confirm}
          >
            {props.confirmLabel}
          </Button>
          <Button variant="link" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <Stack hasGutter>
        {props.failure && (
          <StackItem>
            <FailureAlert failure={props.failure} title={props.failureTitle} />
          </StackItem>
        )}
        <StackItem>{props.children}</StackItem>
        {typedName !== undefined && (
          <StackItem>
            <TypedName name={typedName} value={typed} onChange={setTyped} onSubmit={confirm} />
          </StackItem>
        )}
      </Stack>
    </Dialog>
  );
}

interface TypedNameProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

function TypedName({ name, value, onChange, onSubmit }: TypedNameProps) {
  const id = useId();
  const { t } = useTranslation();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormGroup fieldId={id} label={t('confirm.typeName', { name })}>
        <TextInput id={id} value={value} autoComplete="off" onChange={(_, text) => onChange(text)} />
      </FormGroup>
    </Form>
  );
}
