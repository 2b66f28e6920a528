import { phaseOf } from '@gpulease/crds';
import { RUNNING } from '../../kubevirt/virtual-machine.ts';
import { userDataMissing } from '../status/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { imageOf } from '../machine/machine.ts';
import type { Attempt } from '../decide/observe.ts';
import type { Scope } from '../scope.ts';

/**
 * Looks before each start whether the user's own user data is there: without it KubeVirt's pod would wait for it, saying
 * nothing, until the start's deadline. Notes in the attempt that it is missing.
 */
export async function checkUserData(
  scope: Scope,
  { children }: WorkloadContext,
  attempt: Attempt,
): Promise<void> {
  const { metadata, spec } = scope.workload;
  if (spec.userDataSecret === undefined || !isAboutToStart(scope, attempt)) return;
  if (imageOf(scope)?.osType === 'Windows') return;
  const ref = { namespace: metadata.namespace, name: spec.userDataSecret };
  if (await children.hasUserData(ref)) return;
  attempt.slotLost = userDataMissing(spec.userDataSecret);
  attempt.isWithheld = true;
}

function isAboutToStart({ workload, virtualMachine }: Scope, { answer }: Attempt): boolean {
  if (answer !== undefined) return 'node' in answer;
  return phaseOf(workload) === 'Starting' && virtualMachine?.spec.runStrategy !== RUNNING;
}
