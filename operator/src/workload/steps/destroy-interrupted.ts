import { isConflict, isNotFound } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import { isToBeDestroyed } from '../decide/may-run.ts';
import type { Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';

/** Deletes this very workload, not a namesake, when its owner wants it gone once it is interrupted. */
export async function destroyInterrupted(scope: Scope, { workloads }: WorkloadContext): Promise<Changes> {
  if (!isToBeDestroyed(scope)) return {};
  const { metadata } = scope.workload;
  return attempt(refusals.deletion, async () => {
    try {
      await workloads.delete(metadata, { uid: metadata.uid });
    } catch (error) {
      // It is gone already, or another one has its name by now.
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
    return undefined;
  });
}
