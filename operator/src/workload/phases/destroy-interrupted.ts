import { isConflict, isNotFound } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import type { Scope } from '../scope.ts';
import { isToBeDestroyed } from '../decide/may-run.ts';

/** Deletes this very workload, not a namesake, when its owner wants it gone once it is interrupted. */
export async function destroyInterrupted(scope: Scope, { workloads }: WorkloadContext): Promise<void> {
  if (!isToBeDestroyed(scope)) return;
  const { metadata } = scope.workload;
  try {
    await workloads.delete(metadata, { uid: metadata.uid });
  } catch (error) {
    // It is gone already, or another one has its name by now.
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}
