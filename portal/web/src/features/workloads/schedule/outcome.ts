import type { Workload } from '@gpulease/contract/workloads';

export type Outcome = 'waiting' | 'done' | 'refused';

/** Of what was chosen, what cannot be had. */
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

/** On the way to a place; nobody knows yet whether all of it can be had. */
const passing: ReadonlySet<string> = new Set(['', 'Placing', 'Scheduled']);

/** What has come of a choice that was accepted as `etag`: the platform carries it out, or says why not. */
export function outcomeOf({ etag: now, observed, status, reason }: Workload, etag: string): Outcome {
  if (Number(now) < Number(etag) || !observed) return 'waiting';
  if (status !== 'PENDING' && status !== 'SCHEDULED') return 'done';
  if (refusals.has(reason)) return 'refused';
  return passing.has(reason) ? 'waiting' : 'done';
}
