import { isDeepStrictEqual } from 'node:util';
import { phaseOf, type Workload } from '@gpulease/crds';
import { causes } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import { comparable, type OwnStatus } from './status.ts';

/** Finer points of the status, such as an import's progress, are written no more often than this. */
const CALM_MS = 5000;

/** A start without progress is soon followed by the next phase, whose status covers it. */
const START_CALM_MS = 60_000;

/** Billing answers a new order within this; only then is the customer told that the workload waits for it. */
const NEW_MS = 3000;

/** How long after the last write the status is to be written, in milliseconds; 0: at once. */
export function writeDelayMs(scope: Scope, status: OwnStatus): number {
  const { workload } = scope;
  if (isNewOrder(workload, status)) return NEW_MS;
  if (!isSameForCustomer(workload, status)) return 0;
  return phaseOf(workload) === 'Starting' && !isCopied(scope) ? START_CALM_MS : CALM_MS;
}

/** Its disk is being made, and there is progress to tell of. */
function isCopied({ rootDisk }: Scope): boolean {
  const { phase, progress } = rootDisk?.status ?? {};
  return phase !== 'Succeeded' && progress?.endsWith('%') === true;
}

/** The only news is that billing has not answered yet. */
export function isNewOrder({ status }: Workload, wanted: OwnStatus): boolean {
  return status?.phase === undefined && wanted.reason === causes.waitingForOrder.reason;
}

/** Whether two statuses tell a customer the same, apart from finer points. */
function isSameForCustomer({ status }: Workload, wanted: OwnStatus): boolean {
  const story = (one: OwnStatus | undefined) => {
    const whole = comparable(one);
    // While the machine holds a place, it is there that its disk is made.
    const diskNode = one?.placed === undefined ? one?.diskNode : undefined;
    return { ...whole, diskNode, rootDiskClaim: undefined, conditions: undefined };
  };
  return isDeepStrictEqual(story(status), story(wanted));
}
