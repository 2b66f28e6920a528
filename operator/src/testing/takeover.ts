import { monitorEventLoopDelay } from 'node:perf_hooks';
import { OPERATOR_LEASE, SYSTEM_NAMESPACE } from '@gpulease/crds';
import { leases, type Lease } from '@gpulease/kube';
import type { Harness } from './harness.ts';

/** Returns the lease of the operators; empty before the first one leads. */
export async function leaseOf({ cluster }: Harness): Promise<NonNullable<Lease['spec']>> {
  const lease = await cluster.resource(leases).find({ namespace: SYSTEM_NAMESPACE, name: OPERATOR_LEASE });
  return lease?.spec ?? {};
}

/**
 * Returns how many milliseconds no operator led, by the times in the lease: from the last renewal by a leader that has just
 * ended until another takes over, for which `untilNext` waits. The longest stall of this process in between does not
 * count, because no operator could take over during it.
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
