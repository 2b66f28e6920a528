import type { Lease } from './core/system.ts';
import { formatMicroTime } from './times.ts';

export interface LeaseTiming {
  /** How long other candidates wait after a leader's last renewal. */
  leaseDurationMs: number;
  /** A leader that could not renew for this long stops leading. Less than the lease's duration. */
  renewDeadlineMs: number;
  /** The wait between attempts to acquire or renew the lease. */
  retryPeriodMs: number;
}

export const DEFAULT_TIMING: LeaseTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

export type LeaseMove = 'Create' | 'Acquire' | 'Renew' | 'Wait';

/**
 * Returns what a candidate does next. `unchangedMs` is how long it has itself seen the lease unchanged: the times in
 * the lease come from another machine's clock and are not trusted.
 */
export function nextMove(lease: Lease | undefined, identity: string, unchangedMs: number): LeaseMove {
  if (lease === undefined) return 'Create';
  const holder = lease.spec?.holderIdentity ?? '';
  if (holder === identity) return 'Renew';
  if (holder === '') return 'Acquire';
  return unchangedMs >= (lease.spec?.leaseDurationSeconds ?? 0) * 1000 ? 'Acquire' : 'Wait';
}

/** Returns the spec of a lease that a candidate acquires or renews. */
export function heldBy(
  identity: string,
  { previous, leaseDurationMs, now }: { previous: Lease | undefined; leaseDurationMs: number; now: Date },
): NonNullable<Lease['spec']> {
  const held = {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
    renewTime: formatMicroTime(now),
  };
  const { acquireTime, holderIdentity, leaseTransitions = 0 } = previous?.spec ?? {};
  if (holderIdentity === identity && acquireTime !== undefined)
    return { ...held, acquireTime, leaseTransitions };
  const isFirst = previous === undefined;
  return { ...held, acquireTime: held.renewTime, leaseTransitions: isFirst ? 0 : leaseTransitions + 1 };
}

/** Returns the spec of a lease that its holder releases, so that the next candidate does not wait. */
export function released(now: Date): NonNullable<Lease['spec']> {
  const time = formatMicroTime(now);
  return { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time };
}
