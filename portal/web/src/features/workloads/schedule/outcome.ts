import type { Workload } from '@gpulease/contract/workloads';

export type ScheduleOutcome = 'waiting' | 'done' | 'refused';

/** The refused fields of a choice. */
const refusals: ReadonlySet<string> = new Set([
  'AddressNotInRegion',
  'ArchitectureNotOffered',
  'DiskElsewhere',
  'HostNotInRegion',
  'HostTaken',
  'IngressRefused',
  'NeverPlaceable',
  'NodeUnsuitable',
  'NoSuchNode',
  'PortOutOfRange',
  'PortQuotaExceeded',
  'PortTaken',
  'ServiceRefused',
  'SKUNotOffered',
]);

/** Being placed; whether everything is available is not known yet. */
const passing: ReadonlySet<string> = new Set(['', 'Placing', 'Scheduled']);

/** The outcome of a choice that was accepted as `etag`: the platform applies it or says why not. */
export function outcomeOf({ etag: now, observed, status, reason }: Workload, etag: string): ScheduleOutcome {
  if (Number(now) < Number(etag) || !observed) return 'waiting';
  if (status !== 'PENDING' && status !== 'SCHEDULED') return 'done';
  if (refusals.has(reason)) return 'refused';
  return passing.has(reason) ? 'waiting' : 'done';
}
