import { phaseOf } from '@gpulease/crds';
import { RUNNING } from '../../kubevirt/virtual-machine.ts';
import { refusals, userDataMissing } from '../causes/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { hasReadUserData, imageOf } from '../machine/desired-machine.ts';
import type { Scope } from '../scope.ts';
import { failed, thrown, type Changes } from './changes.ts';

/**
 * Checks before each start whether the user's own user data exists: without it KubeVirt's pod would wait silently until
 * the start's deadline. A machine that has already read it starts without.
 */
export async function checkUserData(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const { metadata, spec } = scope.workload;
  const name = spec.userDataSecret;
  if (name === undefined || !isAboutToStart(scope)) return {};
  if (imageOf(scope)?.osType === 'Windows') return {};
  try {
    const isThere = await children.hasUserData({ namespace: metadata.namespace, name });
    if (isThere) return {};
    return hasReadUserData(scope) ? { isUserDataGone: true } : failed(userDataMissing(name));
  } catch (error) {
    return failed(thrown(refusals.secretRefused, error));
  }
}

function isAboutToStart({ workload, virtualMachine, answer }: Scope): boolean {
  if (answer !== undefined) return 'node' in answer;
  return phaseOf(workload) === 'Starting' && virtualMachine?.spec.runStrategy !== RUNNING;
}
