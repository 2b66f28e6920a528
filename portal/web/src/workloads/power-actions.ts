import type { WorkloadAction } from '@gpulease/contract/enums';

/** What can be clicked on a workload, apart from the operator's schedule form, which is a dialog of its own. */
export type PowerAction = Exclude<WorkloadAction, 'schedule'>;

export const powerActions: readonly PowerAction[] = ['start', 'stop', 'restart', 'destroy'];
