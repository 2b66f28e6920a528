import { monitorEventLoopDelay } from 'node:perf_hooks';
import { OPERATOR_LEASE, SYSTEM_NAMESPACE } from '@gpulease/crds';
import { leases, type Lease } from '@gpulease/kube';
import type { Harness } from './harness.ts';

/** The lease by which operators lead; empty before the first one did. */
export async function leaseOf({ cluster }: Harness): Promise<NonNullable<Lease['spec']>> {
  const lease = await cluster.resource(leases).find({ namespace: SYSTEM_NAMESPACE, name: OPERATOR_LEASE });
  return lease?.spec ?? {};
}

/**
 * How many milliseconds nobody led, by the times in the lease itself: from the last sign of life of a leader that has just
 * ended until another took over, for which `untilNext` waits. The longest time that this machine stood still meanwhile
 * does not count: nobody could have taken over then.
 */
export async function leaderlessMs(harness: Harness, untilNext: () => Promise<unknown>): Promise<number> {
  const stalls = monitorEventLoopDelay();
  stalls.enable();
  const { renewTime } = await leaseOf(harness);
  await untilNext();
  const { acquireTime } = await leaseOf(harness);
  stalls.disable();
  return Date.parse(acquireTime ?? '') - Date.parse(renewTime ?? '') - stalls.max / 1e6;
}
