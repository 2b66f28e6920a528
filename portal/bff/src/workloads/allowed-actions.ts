import { waitsForMaintenance, type Workload } from '@gpulease/crds';
import type { WorkloadAction, WorkloadStatus } from '@gpulease/contract/enums';

const actions: Readonly<Record<WorkloadStatus, readonly WorkloadAction[]>> = {
  PENDING: ['stop', 'destroy', 'schedule'],
  SCHEDULED: ['stop', 'destroy', 'schedule'],
  STARTING: ['stop', 'destroy'],
  RUNNING: ['stop', 'restart', 'move', 'destroy', 'schedule'],
  STOPPING: ['destroy'],
  STOPPED: ['start', 'destroy', 'schedule'],
  FAILED: ['start', 'destroy'],
  DESTROYING: [],
  DESTROYED: [],
};

/**
 * Returns the actions on a workload in a state; `schedule` is for operators, `move` for its owner before planned maintenance.
 * An order that is not in the cluster can only be canceled. A machine that would start after maintenance can be kept off.
 */
export function allowedActions(
  workload: Pick<Workload, 'metadata' | 'status'>,
  status: WorkloadStatus,
  isAdmin: boolean,
): WorkloadAction[] {
  if (workload.metadata.uid === undefined) return status === 'PENDING' ? ['destroy'] : [];
  const canMove = !isAdmin && workload.status?.plannedMaintenance !== undefined;
  const allowed: Partial<Record<WorkloadAction, boolean>> = { schedule: isAdmin, move: canMove };
  const possible = actions[status].filter((action) => allowed[action] ?? true);
  return status === 'STOPPED' && waitsForMaintenance(workload) ? ['stop', ...possible] : possible;
}
