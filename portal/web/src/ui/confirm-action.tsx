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
  /** What is sent; given the reason, where one is asked for. */
  readonly input: (reason: string) => CallInput<Id>;
}

/** Asks before one operation is called, and closes once it is done; a failure stays in the dialog. */
export function ConfirmAction<Id extends OperationId>(props: ConfirmActionProps<Id>) {
  const { operation, input, refreshes, done, ...dialog } = props;
  const { run, isBusy, failure } = useAction(operation, { refreshes, done, onDone: dialog.onClose });
  return (
    <ConfirmDialog {...dialog} isBusy={isBusy} failure={failure} onConfirm={(reason) => run(input(reason))} />
  );
}
