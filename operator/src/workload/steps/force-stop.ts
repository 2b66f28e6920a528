import { isConflict, isNotFound } from '@gpulease/kube';
import { graceSeconds, isStuck } from '../machine/leftover.ts';
import type { WorkloadContext } from '../context.ts';
import type { Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';

/**
 * Asks KubeVirt to switch off a machine at once that has not gone in its time (`virtctl stop --force --grace-period=0`).
 * That is as far as we go: finalizers stay, and no pod is deleted by force, for the machine may still run.
 */
export async function forceStop(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const { machine, virtualMachine } = scope;
  if (!isStuck(scope) || machine === undefined || graceSeconds(scope) === 0) return {};
  if (virtualMachine?.spec.runStrategy !== 'Halted') return {};
  return attempt(refusals.stop, async () => {
    try {
      await children.powerOff(virtualMachine);
    } catch (error) {
      // It has ended, or been told so, meanwhile.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
    return undefined;
  });
}
