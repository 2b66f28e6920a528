import type { OperationId } from '@gpulease/contract/endpoints';
import type { CallInput } from '../api/client.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { useAction, type ActionOptions } from './use-action.ts';

interface ConfirmActionProps<Id extends OperationId>
  extends
    Omit<ActionOptions<Id>, 'onDone'>,
    Pick<
      ConfirmDialogProps,
      'title' | 'children' | 'confirmLabel' | 'isDanger' | 'typedName' | 'reasonHelp' | 'onClose'
    > {
  readonly operation: Id;
  /** Builds the call's input from the reason, if one is requested. */
  readonly input: (reason: string) => CallInput<Id>;
}

/** Asks for confirmation, then calls the operation and closes on success; failures are shown in the dialog. */
export function ConfirmAction<Id extends OperationId>(props: ConfirmActionProps<Id>) {
  const { operation, input, refreshes, done, ...dialog } = props;
  const { run, isBusy, failure } = useAction(operation, { refreshes, done, onDone: dialog.onClose });
  return (
    <ConfirmDialog {...dialog} isBusy={isBusy} failure={failure} onConfirm={(reason) => run(input(reason))} />
  );
}
