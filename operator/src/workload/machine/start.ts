import type { Workload } from '@gpulease/crds';
import { findCondition, type CoreCondition } from '@gpulease/kube';
import { coreNodeName } from '../../core-node/core-node.ts';
import { causes, imagePullError, nodeGone, refusedByKubeVirt, unschedulable } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause, Transition } from '../causes/cause.ts';
import { reportedDiskFailure } from '../disk/disk-refusal.ts';
import type { KeptDisk, KeptMachinePod } from '../../kept/kept.ts';

/** Reasons of the kubelet and KubeVirt for an image that cannot be pulled. */
const IMAGE_ERRORS = ['ErrImagePull', 'ImagePullBackOff'];

/** Returns what delays a start that has not failed yet; undefined if nothing does. */
export function startFailure(scope: Scope): Cause | undefined {
  return reportedDiskFailure(scope) ?? imageFailure(scope) ?? placeRefusal(scope) ?? kubeVirtRefusal(scope);
}

/** Returns CDI's message on the failure of a disk; empty if there is none. */
export function diskMessage(disk: KeptDisk): string {
  return findCondition(disk.status?.conditions, 'Running')?.message ?? '';
}

function imageFailure({ syncFailure, pods }: Scope): Cause | undefined {
  const waiting = pods
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .map(({ state }) => state?.waiting)
    .find((state) => IMAGE_ERRORS.includes(state?.reason ?? ''));
  if (waiting !== undefined) return imagePullError(waiting.message ?? '');
  const isImageError = IMAGE_ERRORS.includes(syncFailure?.reason ?? '');
  return isImageError ? imagePullError(syncFailure?.message ?? '') : undefined;
}

function placeRefusal(scope: Scope): Cause | undefined {
  const refused = refusedPod(scope.pods);
  return refused && noPlace(scope, refused);
}

/** Returns why kube-scheduler does not place the machine: its Node is gone, or the scheduler's message. */
export function noPlace({ node, computeNode }: Scope, { message = '' }: CoreCondition): Cause {
  const isGone = computeNode !== undefined && node === undefined;
  return isGone ? nodeGone(coreNodeName(computeNode)) : unschedulable(message);
}

/** Returns kube-scheduler's condition of a pod that it cannot place. */
export function refusedPod(pods: readonly KeptMachinePod[]): CoreCondition | undefined {
  return pods
    .flatMap(({ status }) => status?.conditions ?? [])
    .find(
      ({ type, status, reason }) =>
        type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable',
    );
}

function kubeVirtRefusal({ machine, virtualMachine, syncFailure }: Scope): Cause | undefined {
  const failure = machine === undefined ? creationFailure(virtualMachine) : syncFailure;
  return failure && refusedByKubeVirt(failure.message ?? '');
}

/** Returns why KubeVirt cannot create the disk or the instance, such as a missing right to clone or a webhook's refusal. */
function creationFailure(virtualMachine: Scope['virtualMachine']): { message?: string } | undefined {
  const failure = findCondition(virtualMachine?.status?.conditions, 'Failure');
  return failure?.status === 'True' && failure.reason === 'FailedCreate' ? failure : undefined;
}

/** Reasons of a failed start that the node may have caused. */
const MAY_LIE_WITH_NODE: readonly string[] = [
  causes.unschedulable.reason,
  causes.startDeadlineExceeded.reason,
  causes.crashLoop.reason,
];

/**
 * Returns whether the node seems to have caused a failed start: the start reached the node, and its image, its disk or a
 * lack of room does not explain the failure.
 */
export function blamesNode(scope: Scope, transition: Transition | undefined): boolean {
  if (!isFailedStart(scope.workload, transition) || transition?.reason === causes.unschedulable.reason)
    return false;
  return (
    hasReachedNode(scope) && reportedDiskFailure(scope) === undefined && imageFailure(scope) === undefined
  );
}

/** KubeVirt counts instances that ended before they ran; only a kubelet can have started them. */
function hasReachedNode({ virtualMachine, pods }: Scope): boolean {
  const { consecutiveFailCount = 0 } = virtualMachine?.status?.startFailure ?? {};
  return consecutiveFailCount > 0 || pods.some(({ spec }) => spec?.nodeName !== undefined);
}

/** Returns whether the start failed in a way that another node may avoid: the machine has not run since it was placed. */
export function isFailedStart({ status }: Workload, transition: Transition | undefined): boolean {
  const { phase, placed, runs = [] } = status ?? {};
  if (phase !== 'Starting' || placed === undefined || transition === undefined) return false;
  const hasRun = runs.some(({ startedAt }) => Date.parse(startedAt) >= Date.parse(placed.at));
  return !hasRun && MAY_LIE_WITH_NODE.includes(transition.reason);
}
