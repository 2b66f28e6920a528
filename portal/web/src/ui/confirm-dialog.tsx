import { Button, Stack, StackItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { FailureAlert } from './errors/failure-alert.tsx';
import { Dialog } from './dialog.tsx';
import { useToasts } from './toasts.tsx';
import { useTypedLines } from './typed-lines.tsx';
import { useMounted } from './use-mounted.ts';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDanger?: boolean;
  /** A name that the user must type before an action that cannot be undone. */
  readonly typedName?: string;
  readonly isBusy?: boolean;
  /** The action is no longer possible; the button is disabled. */
  readonly isImpossible?: boolean;
  /** Why the action failed; the dialog stays open for a retry. */
  readonly failure?: Failure | null;
  readonly failureTitle?: string;
  /** The page that lists everything that prevents the action. */
  readonly usesPath?: string | undefined;
  /** Requests a reason; the help text states who reads it. */
  readonly reasonHelp?: string | undefined;
  /** Runs the action with the reason, if requested. A rejection becomes `failure`, or a toast if the dialog has closed. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isDanger = false, isBusy = false, isImpossible = false } = props;
  const { t } = useTranslation();
  const toasts = useToasts();
  const isMounted = useMounted();
  const isDisabled = isBusy || isImpossible;
  const asked = useTypedLines(props);
  const confirm = () => {
    if (isDisabled || !asked.check()) return;
    props.onConfirm(asked.reason).catch((error: unknown) => {
      if (!isMounted.current) toasts.failure(error, props.failureTitle ?? props.title);
    });
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
          <FailureAlert
            isOfChange
            failure={props.failure}
            title={props.failureTitle}
            usesPath={props.usesPath}
          />
        )}
        <StackItem>{props.children}</StackItem>
        {asked.lines(confirm)}
      </Stack>
    </Dialog>
  );
}
