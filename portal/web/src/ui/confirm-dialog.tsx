import { LONGEST_REASON } from '@gpulease/contract/endpoints';
import {
  Button,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  Stack,
  StackItem,
  TextInput,
} from '@patternfly/react-core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptState } from '../session/kept-state.ts';
import type { Failure } from '../api/failure.ts';
import { FailureAlert } from './errors/failure-alert.tsx';
import { Dialog } from './dialog.tsx';
import { useToasts } from './toasts.tsx';
import { useCloseFromHere, useMounted } from './use-mounted.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, before the click. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDanger?: boolean;
  /** A name that must be typed before the button works, for what cannot be undone. */
  readonly typedName?: string;
  readonly isBusy?: boolean;
  /** It cannot be done any more; the button does nothing. */
  readonly isImpossible?: boolean;
  /** Why it was not done; the dialog stays to try again. */
  readonly failure?: Failure | null;
  /** What was not done, as the headline of the failure. */
  readonly failureTitle?: string;
  /** Where all that stands against it is listed. */
  readonly usesPath?: string | undefined;
  /** Asks why, for what is explained to others; the help says to whom. */
  readonly reasonHelp?: string | undefined;
  /**
   * Does it, and closes the dialog when it is done. What it rejects with is `failure`, and told as a notice where the dialog
   * is closed by then. Given the reason, where one is asked for, and what closes this dialog if it is still there.
   */
  readonly onConfirm: (reason: string, close: () => void) => Promise<void>;
  readonly onClose: () => void;
  readonly isPassedByBack?: boolean;
}

/** Asks before doing something with consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isDanger = false, isBusy = false } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useKeptState('reason', '');
  const toasts = useToasts();
  const isMounted = useMounted();
  const close = useCloseFromHere(props.onClose);
  const isAllowed = isReady(props, { typed, reason: reason.trim() });
  const confirm = () => {
    if (!isAllowed) return;
    props.onConfirm(reason.trim(), close).catch((error: unknown) => {
      if (!isMounted.current) toasts.failure(error, props.failureTitle ?? props.title);
    });
  };
  return (
    <Dialog
      title={props.title}
      {...(isDanger && { titleIconVariant: 'warning' })}
      isPassedByBack={props.isPassedByBack ?? false}
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
            <FailureAlert
              isOfChange
              failure={props.failure}
              title={props.failureTitle}
              usesPath={props.usesPath}
            />
          </StackItem>
        )}
        <StackItem>{props.children}</StackItem>
        {props.reasonHelp !== undefined && (
          <StackItem>
            <Reason help={props.reasonHelp} value={reason} onChange={setReason} onSubmit={confirm} />
          </StackItem>
        )}
        {props.typedName !== undefined && (
          <StackItem>
            <TypedName name={props.typedName} value={typed} onChange={setTyped} onSubmit={confirm} />
          </StackItem>
        )}
      </Stack>
    </Dialog>
  );
}

/** Whether it can be done, is not being done, and all that is asked for is there. */
function isReady(
  { isBusy, isImpossible, typedName, reasonHelp }: ConfirmDialogProps,
  { typed, reason }: { readonly typed: string; readonly reason: string },
): boolean {
  if (isBusy || isImpossible) return false;
  const isTyped = typedName === undefined || typed === typedName;
  return isTyped && (reasonHelp === undefined || reason !== '');
}

interface TypedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

function TypedName({ name, ...typed }: TypedProps & { readonly name: string }) {
  const { t } = useTranslation();
  return <Typed label={t('confirm.typeName', { name })} {...typed} />;
}

function Reason({ help, ...typed }: TypedProps & { readonly help: string }) {
  const { t } = useTranslation();
  return <Typed isRequired label={t('explained.reason')} help={help} maxLength={LONGEST_REASON} {...typed} />;
}

interface TypedLineProps extends TypedProps {
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

/** One line to be typed; Enter confirms the dialog. */
function Typed({ label, help, isRequired = false, maxLength, value, onChange, onSubmit }: TypedLineProps) {
  const id = useId();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormGroup fieldId={id} label={label} isRequired={isRequired}>
        <TextInput
          id={id}
          value={value}
          autoComplete="off"
          isRequired={isRequired}
          {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
          {...(maxLength !== undefined && { maxLength })}
          onChange={(_, text) => onChange(text)}
        />
        {help !== undefined && (
          <FormHelperText>
            <HelperText id={`${id}-help`}>
              <HelperTextItem>{help}</HelperTextItem>
            </HelperText>
          </FormHelperText>
        )}
      </FormGroup>
    </Form>
  );
}
