import type { WorkloadContext } from '../context.ts';
import { isEvacuationOver } from '../decide/may-run.ts';
import type { Scope } from '../scope.ts';

/**
 * Cancels KubeVirt's evacuation of a machine whose node is no longer drained. Otherwise KubeVirt keeps its mark, and the
 * next cordon, for whatever reason, would stop the machine. A failure is only logged, and retried later.
 */
export async function cancelEvacuation(
  scope: Scope,
  { children, logger }: Pick<WorkloadContext, 'children' | 'logger'>,
): Promise<void> {
  const { key, machine } = scope;
  if (machine === undefined || !isEvacuationOver(scope)) return;
  try {
    await children.cancelEvacuation(machine);
  } catch (error) {
    logger.warn({ workload: key, err: error }, 'Could not cancel the evacuation of a machine');
  }
}
