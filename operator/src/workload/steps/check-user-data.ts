import { phaseOf } from '@gpulease/crds';
import type { PlacerAnswer } from '@gpulease/placement/placer';
import { RUNNING } from '../../kubevirt/virtual-machine.ts';
import { refusals, userDataMissing } from '../causes/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { imageOf } from '../machine/machine.ts';
import { hasReadUserData } from '../machine/user-data.ts';
import type { Scope } from '../scope.ts';
import { failed, nothingDone, thrown } from './step-result.ts';
import type { StepResult } from './step-result.ts';

/**
 * Looks before each start whether the user's own user data is there: without it KubeVirt's pod would wait for it, saying
 * nothing, until the start's deadline. A machine that has read it goes on without.
 */
export async function checkUserData(
  scope: Scope,
  { children }: WorkloadContext,
  answer: PlacerAnswer | undefined,
): Promise<StepResult> {
  const { metadata, spec } = scope.workload;
  const name = spec.userDataSecret;
  if (name === undefined || !isAboutToStart(scope, answer)) return nothingDone;
  if (imageOf(scope)?.osType === 'Windows') return nothingDone;
  try {
    const isThere = await children.hasUserData({ namespace: metadata.namespace, name });
    if (isThere) return nothingDone;
    return hasReadUserData(scope)
      ? { ...nothingDone, objects: { isUserDataGone: true } }
      : failed(userDataMissing(name));
  } catch (error) {
    return failed(thrown(refusals.secret, error));
  }
}

function isAboutToStart({ workload, virtualMachine }: Scope, answer: PlacerAnswer | undefined): boolean {
  if (answer !== undefined) return 'node' in answer;
  return phaseOf(workload) === 'Starting' && virtualMachine?.spec.runStrategy !== RUNNING;
}
