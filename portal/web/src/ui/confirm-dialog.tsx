import { Button, Stack, StackItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { FailureAlert } from './errors/failure-alert.tsx';
import { Dialog } from './dialog.tsx';
import { useToasts } from './toasts.tsx';
import { useTypedLines } from './typed-lines.tsx';
import { useCloseFromHere, useMounted } from './use-mounted.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, before the click. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDanger?: boolean;
  /** A name that must be typed, for what cannot be undone. */
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
  const { isDanger = false, isBusy = false, isImpossible = false } = props;
  const { t } = useTranslation();
  const toasts = useToasts();
  const isMounted = useMounted();
  const close = useCloseFromHere(props.onClose);
  const isDisabled = isBusy || isImpossible;
  const asked = useTypedLines(props);
  const confirm = () => {
    if (isDisabled || !asked.check()) return;
    props.onConfirm(asked.reason, close).catch((error: unknown) => {
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
            isDisabled={isDisabled}
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
        {asked.lines(confirm)}
      </Stack>
    </Dialog>
  );
}
