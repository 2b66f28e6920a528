/** The effect of a node's maintenance on one machine. Pure. */
import type { Workload } from '@gpulease/contract/workloads';

type Machine = Pick<Workload, 'status' | 'reason' | 'resume' | 'diskOnNode' | 'allowedActions'>;

/** When a machine that maintenance stops starts again. */
export type StartAfterStop = 'elsewhere' | 'afterwards' | 'never';

/** `startsAfterwards`: whether the maintenance starts machines that do not start automatically. */
export function startAfterStop(
  { resume, diskOnNode }: Pick<Machine, 'resume' | 'diskOnNode'>,
  startsAfterwards: boolean,
): StartAfterStop {
  if (resume === 'AUTOMATIC' && !diskOnNode) return 'elsewhere';
  return resume === 'AUTOMATIC' || startsAfterwards ? 'afterwards' : 'never';
}

/** Whether maintenance stopped the machine and it has not started since. */
export function isStoppedByMaintenance({ status, reason }: Pick<Machine, 'status' | 'reason'>): boolean {
  return status === 'STOPPED' && reason === 'Maintenance';
}

/** Whether a machine that maintenance stopped starts automatically afterwards. Its owner can still keep it off. */
export function waitsForEndOfMaintenance(
  machine: Pick<Machine, 'status' | 'reason' | 'allowedActions'>,
): boolean {
  return isStoppedByMaintenance(machine) && machine.allowedActions.includes('stop');
}

type MaintenanceOutcome =
  `stops.${StartAfterStop}` | 'startsElsewhere' | 'startsAfterwards' | 'staysOff' | 'untouched';

/** The effect on a machine of the node. Machines that already stop or are destroyed are untouched. */
export function maintenanceOutcome(machine: Machine, startsAfterwards: boolean): MaintenanceOutcome {
  const { status, diskOnNode } = machine;
  if (status === 'RUNNING' || status === 'STARTING')
    return `stops.${startAfterStop(machine, startsAfterwards)}`;
  if (status === 'PENDING' || status === 'SCHEDULED')
    return diskOnNode ? 'startsAfterwards' : 'startsElsewhere';
  if (waitsForEndOfMaintenance(machine)) return 'startsAfterwards';
  return status === 'STOPPED' ? 'staysOff' : 'untouched';
}
