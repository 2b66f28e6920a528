import type { WorkloadContext } from '../context.ts';
import { isEvacuationOver } from '../decide/may-run.ts';
import type { Scope } from '../scope.ts';

/**
 * Tells KubeVirt that the machine stays, once nobody drains its node any more. It keeps its mark otherwise, and the next
 * cordon, for whatever reason, would stop the machine. In vain it is tried again later; nothing depends on it until then.
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
    logger.warn({ workload: key, err: error }, 'KubeVirt could not be told that a machine stays on its node');
  }
}
