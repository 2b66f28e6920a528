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
 * What can be done with a workload in a state; `schedule` is the operators', `move` its owner's before planned maintenance.
 * Before it is in the cluster its order can be cancelled, and nothing else. A machine that would start when a maintenance is
 * over can be stopped, which keeps it off.
 */
export function allowedActions(
  workload: Pick<Workload, 'metadata' | 'status'>,
  status: WorkloadStatus,
  isAdmin: boolean,
): WorkloadAction[] {
  if (workload.metadata.uid === undefined) return status === 'PENDING' ? ['destroy'] : [];
  const isAhead = workload.status?.plannedMaintenance !== undefined;
  const excluded: Partial<Record<WorkloadAction, boolean>> = {
    schedule: !isAdmin,
    move: isAdmin || !isAhead,
  };
  const possible = actions[status].filter((action) => excluded[action] !== true);
  return status === 'STOPPED' && waitsForMaintenance(workload) ? ['stop', ...possible] : possible;
}
