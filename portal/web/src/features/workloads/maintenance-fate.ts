/** What maintenance of its node does to a machine. Pure. */
import type { Workload } from '@gpulease/contract/workloads';

type Machine = Pick<Workload, 'status' | 'reason' | 'resume' | 'diskOnNode' | 'allowedActions'>;

/** When a machine starts again that maintenance stops. */
export type StartAfterStop = 'elsewhere' | 'afterwards' | 'never';

/** `startsAfterwards` is what the maintenance does with machines that do not start by themselves. */
export function startAfterStop(
  { resume, diskOnNode }: Pick<Machine, 'resume' | 'diskOnNode'>,
  startsAfterwards: boolean,
): StartAfterStop {
  if (resume === 'AUTOMATIC' && !diskOnNode) return 'elsewhere';
  return resume === 'AUTOMATIC' || startsAfterwards ? 'afterwards' : 'never';
}

/** Whether maintenance has stopped it, and it was not started since. */
export function isStoppedByMaintenance({ status, reason }: Pick<Machine, 'status' | 'reason'>): boolean {
  return status === 'STOPPED' && reason === 'Maintenance';
}

/** Whether a stopped machine starts by itself when the maintenance is over; its owner can still have it stay off. */
export function waitsForEndOfMaintenance(
  machine: Pick<Machine, 'status' | 'reason' | 'allowedActions'>,
): boolean {
  return isStoppedByMaintenance(machine) && machine.allowedActions.includes('stop');
}

type MaintenanceFate =
  `stops.${StartAfterStop}` | 'startsElsewhere' | 'startsAfterwards' | 'staysOff' | 'untouched';

/** What becomes of a machine of the node. One that stops or is destroyed anyway is not touched. */
export function maintenanceFate(machine: Machine, startsAfterwards: boolean): MaintenanceFate {
  const { status, diskOnNode } = machine;
  if (status === 'RUNNING' || status === 'STARTING')
    return `stops.${startAfterStop(machine, startsAfterwards)}`;
  if (status === 'PENDING' || status === 'SCHEDULED')
    return diskOnNode ? 'startsAfterwards' : 'startsElsewhere';
  if (waitsForEndOfMaintenance(machine)) return 'startsAfterwards';
  return status === 'STOPPED' ? 'staysOff' : 'untouched';
}
