import type { SessionConsole, WorkloadAction } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';

/** The actions on a workload, except manual placement and moving, which have separate dialogs. */
export type PowerAction = Exclude<WorkloadAction, 'schedule' | 'move'>;

export const powerActions: readonly PowerAction[] = ['start', 'stop', 'restart', 'destroy'];

/** The wording of an action. Stopping a queued machine leaves the queue; stopping a stopped one keeps it off. */
export function wordsOf(
  action: PowerAction,
  { status, queuePlace }: Pick<Workload, 'status' | 'queuePlace'>,
) {
  if (action !== 'stop') return action;
  if (status === 'STOPPED') return 'stayOff';
  return queuePlace === null ? 'stop' : 'leaveQueue';
}

export const powerOperation = (console: SessionConsole, action: PowerAction) =>
  `${action}${console === 'admin' ? 'Any' : ''}Workload` as const;

export function paramsOf(console: SessionConsole, { user, name }: Pick<Workload, 'user' | 'name'>) {
  return console === 'admin' ? { user, name } : { name };
}

type Price = NonNullable<Workload['startPrice']>;

export function expectedAmounts(action: PowerAction, { price, unit }: Price, refund: string | null) {
  if (action === 'start') return { expectedPrice: price, expectedUnit: unit };
  return action === 'destroy' && refund !== null ? { expectedRefund: refund } : undefined;
}

/** The request body of an action, with the reason if an operator acts. */
export function explained<Body extends object>(
  console: SessionConsole,
  body: Body | undefined,
  reason: string,
) {
  if (console === 'admin') return { body: { ...body, reason } };
  return body && { body };
}
