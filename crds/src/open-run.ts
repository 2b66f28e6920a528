import type { Run } from './v1alpha1/workload.ts';

/** The run that is under way. */
export function openRunOf(runs: readonly Run[] = []): Run | undefined {
  return runs.find((run) => run.stoppedAt === undefined);
}
