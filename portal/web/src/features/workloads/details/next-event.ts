/** What happens to a machine next without anybody's doing. Pure. */
import type { Workload } from '@gpulease/contract/workloads';
import { isGone } from '../workload.ts';

const OFF: readonly Workload['status'][] = ['STOPPED', 'FAILED'];

/** The earliest that is still to come; undefined where nothing is planned. */
export function nextEvent(workload: Workload, nowMs: number) {
  if (isGone(workload)) return undefined;
  const { status, plannedMaintenance } = workload;
  const times = [
    ['RESERVED_START', workload.reservationStartTime],
    ['AUTOMATIC_START', workload.autoStartAt],
    // Of two at the same time the first is shown: the platform also announces the automatic stop.
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
