import type { Workload } from '@gpulease/contract/workloads';

/** Reasons for which the platform refuses a choice. */
const refusals: ReadonlySet<string> = new Set([
  ...['AddressNotInRegion', 'ArchitectureNotOffered', 'DiskElsewhere', 'HostNotInRegion', 'HostTaken'],
  ...['IngressRefused', 'MoveWaiting', 'NeverPlaceable', 'NodeUnsuitable', 'NoSuchNode', 'PortOutOfRange'],
  ...['PortQuotaExceeded', 'PortTaken', 'ServiceRefused', 'SKUNotOffered'],
]);

/** Statuses in which the platform may still refuse the choice. */
const open: ReadonlySet<string> = new Set(['PENDING', 'SCHEDULED', 'RUNNING']);

/** Reasons during placement, before it is known whether everything is available. */
const passing: ReadonlySet<string> = new Set(['', 'Placing', 'Scheduled']);

/** The outcome of a choice that was accepted as version `etag`. */
export function outcomeOf(
  { etag: now, observed, status, reason }: Workload,
  etag: string,
): 'waiting' | 'done' | 'refused' {
  if (Number(now) < Number(etag) || !observed) return 'waiting';
  if (!open.has(status)) return 'done';
  if (refusals.has(reason)) return 'refused';
  return status !== 'RUNNING' && passing.has(reason) ? 'waiting' : 'done';
}
