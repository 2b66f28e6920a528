import type { Workload } from '@gpulease/contract/workloads';

/** The refused fields of a choice. */
const refusals: ReadonlySet<string> = new Set([
  ...['AddressNotInRegion', 'ArchitectureNotOffered', 'DiskElsewhere', 'HostNotInRegion', 'HostTaken'],
  ...['IngressRefused', 'MoveWaiting', 'NeverPlaceable', 'NodeUnsuitable', 'NoSuchNode', 'PortOutOfRange'],
  ...['PortQuotaExceeded', 'PortTaken', 'ServiceRefused', 'SKUNotOffered'],
]);

/** In these it is not known yet, or not for good, that the choice can be carried out. */
const open: ReadonlySet<string> = new Set(['PENDING', 'SCHEDULED', 'RUNNING']);

/** Being placed; whether everything is available is not known yet. */
const passing: ReadonlySet<string> = new Set(['', 'Placing', 'Scheduled']);

/** The outcome of a choice that was accepted as `etag`: the platform applies it or says why not. */
export function outcomeOf(
  { etag: now, observed, status, reason }: Workload,
  etag: string,
): 'waiting' | 'done' | 'refused' {
  if (Number(now) < Number(etag) || !observed) return 'waiting';
  if (!open.has(status)) return 'done';
  if (refusals.has(reason)) return 'refused';
  return status !== 'RUNNING' && passing.has(reason) ? 'waiting' : 'done';
}
