/** The next automatic event of a machine. Pure. */
import type { Workload } from '@gpulease/contract/workloads';
import { isGone } from '../workload.ts';

const OFF: readonly Workload['status'][] = ['STOPPED', 'FAILED'];

/** Returns the earliest event in the future; undefined if there is none. */
export function nextEvent(workload: Workload, nowMs: number) {
  if (isGone(workload)) return undefined;
  const { status, plannedMaintenance } = workload;
  const times = [
    ['RESERVED_START', workload.reservationStartTime],
    ['AUTOMATIC_START', workload.autoStartAt],
    // Precedes STOP: the platform announces an automatic stop for the same time.
    ['AUTOMATIC_STOP', OFF.includes(status) ? null : workload.autoStopAt],
    ['STOP', workload.stopAt],
    ['MAINTENANCE', plannedMaintenance?.startTime],
    ['TERM_END', workload.termEnd],
    ['NODE_BACK', workload.expectedBackAt],
    ['DISK_DELETION', workload.keptUntil],
  ] as const;
  return times
    .map(([kind, at]) => ({ kind, atMs: Date.parse(at ?? '') }))
    .filter(({ atMs }) => atMs > nowMs)
    .sort((one, other) => one.atMs - other.atMs)[0];
}
