import { isDeepStrictEqual } from 'node:util';
import { phaseOf, type Workload } from '@gpulease/crds';
import { causes } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import { comparable, type OwnStatus } from './status.ts';

/** Minimum interval between writes of minor changes, such as the progress of an import. */
const CALM_MS = 5000;

/** The same during a start without progress to report: the next phase soon writes the status anyway. */
const START_CALM_MS = 60_000;

/** Billing usually answers a new order within this time; only later does the status report the wait. */
const NEW_MS = 3000;

/** Returns the minimum milliseconds between the last write and this one; 0 means at once. */
export function writeDelayMs(scope: Scope, status: OwnStatus): number {
  const { workload } = scope;
  if (isNewOrder(workload, status)) return NEW_MS;
  if (!isSameForCustomer(workload, status)) return 0;
  return phaseOf(workload) === 'Starting' && !isCopied(scope) ? START_CALM_MS : CALM_MS;
}

/** Returns whether the disk is being created with progress to report. */
function isCopied({ rootDisk }: Scope): boolean {
  const { phase, progress } = rootDisk?.status ?? {};
  return phase !== 'Succeeded' && progress?.endsWith('%') === true;
}

/** Returns whether the only change is that billing has not answered yet. */
export function isNewOrder({ status }: Workload, wanted: OwnStatus): boolean {
  return status?.phase === undefined && wanted.reason === causes.waitingForOrder.reason;
}

/** Returns whether two statuses are the same for a customer, apart from minor details. */
function isSameForCustomer({ status }: Workload, wanted: OwnStatus): boolean {
  const story = (one: OwnStatus | undefined) => {
    const whole = comparable(one);
    // While the machine holds a place, its disk is created there.
    const diskNode = one?.placed === undefined ? one?.diskNode : undefined;
    return { ...whole, diskNode, rootDiskClaim: undefined, conditions: undefined };
  };
  return isDeepStrictEqual(story(status), story(wanted));
}
