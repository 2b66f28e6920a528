import type { OperationId } from '@gpulease/contract/endpoints';
import type { Answer } from '@gpulease/contract/routes';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, type CallInput } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { IdempotencyKeys } from '../api/idempotency-keys.ts';
import { queryKey } from '../api/queries.ts';
import { useToasts, type ToastContent } from './toasts.tsx';

export interface ActionOptions<Id extends OperationId> {
  /** Operations to reload because the change affects their answers. */
  readonly refreshes?: readonly OperationId[] | undefined;
  /** The query whose cached answer this operation's answer replaces. */
  readonly answers?: QueryKey | undefined;
  readonly done?: string | ((answer: Answer<Id>) => string | ToastContent | undefined) | undefined;
  /** Called on success while the component is mounted; later, it could close another dialog. */
  readonly onDone?: (() => void) | undefined;
}

/** Runs a changing operation, reports the result and reloads the affected lists. */
export function useAction<Id extends OperationId>(
  operation: Id,
  { refreshes = [], answers, done, onDone }: ActionOptions<Id> = {},
) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [keys] = useState(() => new IdempotencyKeys());
  const { mutateAsync, isPending, error } = useMutation<Answer<Id>, Failure, CallInput<Id>>({
    mutationFn: (input) =>
      keys.send(
        input,
        (key) =>
          call<OperationId>(operation, input as CallInput<OperationId>, { key }) as Promise<Answer<Id>>,
      ),
    onSuccess: (answer) => {
      if (answers) client.setQueryData(answers, answer);
      for (const refreshed of refreshes) void client.invalidateQueries({ queryKey: queryKey(refreshed) });
      const told = typeof done === 'function' ? done(answer) : done;
      if (typeof told === 'string') toasts.success(told);
      else if (told) toasts.tell(told);
    },
  });
  // Buttons are disabled a moment after the click; a second click before that shares the first one's answer.
  const running = useRef(new Map<string, Promise<Answer<Id>>>());
  /** Runs the operation. Rejects with Failure, for forms and dialogs that show it in place. */
  const run = (input: CallInput<Id>) => {
    const intent = JSON.stringify(input);
    const answer = running.current.get(intent) ?? mutateAsync(input, { onSuccess: () => onDone?.() });
    running.current.set(intent, answer);
    const forget = () => running.current.delete(intent);
    answer.then(forget, forget);
    return answer;
  };
  /** Runs the operation, shows a failure as a toast, and returns whether it succeeded. */
  const attempt = (input: CallInput<Id>) =>
    run(input).then(
      () => true,
      (thrown: unknown) => {
        toasts.failure(thrown);
        return false;
      },
    );
  return { run, attempt, isBusy: isPending, failure: error };
}
