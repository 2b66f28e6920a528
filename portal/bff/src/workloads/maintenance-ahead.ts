/** Effects of maintenance on the machines of a customer. */
import type { MaintenanceAhead } from '@gpulease/contract/me';
import { phaseOf, resumableHalts, waitsForMaintenance, type Workload } from '@gpulease/crds';
import { isDeleting, type Informer } from '@gpulease/kube';
import { toInstant } from '../catalogue/views.ts';
import { DAY_MS } from '../clock.ts';
import { liveWorkloads } from './sources.ts';

/** How long before a stop planned maintenance is shown, and how long after a stop without an automatic start. */
const SHOWN_MS = 3 * DAY_MS;

/** Returns how maintenance affects a user's machines now and soon; undefined if it does not. */
export function maintenanceAhead(workloads: Informer<Workload>, userId: string, now: Date) {
  const machines = liveWorkloads(workloads, userId).map(({ workload }) => workload);
  return maintenanceOfMachines(machines, now);
}

/** Summarizes the machines that maintenance stops soon or, if there are none, those that it has stopped. Pure. */
export function maintenanceOfMachines(
  workloads: readonly Workload[],
  now: Date,
): MaintenanceAhead | undefined {
  const present = workloads.filter((workload) => !isDeleting(workload));
  const planned = present.filter((workload) => isStoppedSoon(workload, now));
  if (planned.length > 0) return { ...named(planned), startTime: firstStop(planned) };
  const stopped = present.filter((workload) => isStoppedNow(workload, now));
  return stopped.length > 0 ? { ...named(stopped), startTime: null } : undefined;
}

function isStoppedSoon(workload: Workload, now: Date): boolean {
  const { startTime } = workload.status?.plannedMaintenance ?? {};
  if (startTime === undefined || !['Starting', 'Running'].includes(phaseOf(workload))) return false;
  return Date.parse(startTime) - now.getTime() < SHOWN_MS;
}

/** Whether maintenance stopped it, and it waits for the end or was stopped recently. */
function isStoppedNow(workload: Workload, now: Date): boolean {
  const { halt } = workload.status ?? {};
  if (phaseOf(workload) !== 'Stopped' || halt?.reason !== resumableHalts.maintenance) return false;
  return waitsForMaintenance(workload) || now.getTime() - Date.parse(halt.at) < SHOWN_MS;
}

function named(workloads: readonly Workload[]): Pick<MaintenanceAhead, 'machines' | 'machine'> {
  const [first, ...more] = workloads;
  return { machines: workloads.length, machine: more.length === 0 ? (first?.metadata.name ?? null) : null };
}

function firstStop(workloads: readonly Workload[]): string | null {
  const times = workloads.flatMap(({ status }) => status?.plannedMaintenance?.startTime ?? []).map(toInstant);
  return times.sort()[0] ?? null;
}
