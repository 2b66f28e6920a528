import type { SessionConsole, WorkloadAction } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';

/** What can be clicked on a workload, apart from the operator's schedule form, which is a dialog of its own. */
export type PowerAction = Exclude<WorkloadAction, 'schedule'>;

export const powerActions: readonly PowerAction[] = ['start', 'stop', 'restart', 'destroy'];

/** What an action is called: who stops a machine that waits leaves the queue. */
export function wordsOf(action: PowerAction, { queuePlace }: Pick<Workload, 'queuePlace'>) {
  return action === 'stop' && queuePlace !== null ? 'leaveQueue' : action;
}

/** The operation that does it, from either console. */
export const powerOperations = {
  user: {
    start: 'startWorkload',
    stop: 'stopWorkload',
    restart: 'restartWorkload',
    destroy: 'destroyWorkload',
  },
  admin: {
    start: 'startAnyWorkload',
    stop: 'stopAnyWorkload',
    restart: 'restartAnyWorkload',
    destroy: 'destroyAnyWorkload',
  },
} as const satisfies Record<SessionConsole, Record<PowerAction, string>>;

/** How a console's operations name a workload. */
export function paramsOf(console: SessionConsole, { user, name }: Pick<Workload, 'user' | 'name'>) {
  return console === 'admin' ? { user, name } : { name };
}

type Price = NonNullable<Workload['startPrice']>;

/** What the customer was shown, as far as money moves by it. */
export function bodyOf(action: PowerAction, { price, unit }: Price, refund: string | null) {
  if (action === 'start') return { expectedPrice: price, expectedUnit: unit };
  return action === 'destroy' && refund !== null ? { expectedRefund: refund } : undefined;
}

/** The body of an action, with the reason of an operator; a customer gives none. */
export function explained<Body extends object>(
  console: SessionConsole,
  body: Body | undefined,
  reason: string,
) {
  if (console === 'admin') return { body: { ...body, reason } };
  return body && { body };
}
