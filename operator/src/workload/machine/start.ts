import type { Workload } from '@gpulease/crds';
import { findCondition, type CoreCondition } from '@gpulease/kube';
import { coreNodeName } from '../../core-node/core-node.ts';
import { causes, imagePullError, nodeGone, refusedByKubeVirt, unschedulable } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause, Transition } from '../causes/cause.ts';
import { toldDiskFailure } from '../disk/disk-refusal.ts';
import type { KeptDisk, KeptMachinePod } from '../../kept/kept.ts';

/** A kubelet's and KubeVirt's words for an image that is not available. */
const IMAGE_ERRORS = ['ErrImagePull', 'ImagePullBackOff'];

/** What holds up a start that has not failed yet, in words; undefined when all goes its way. */
export function startFailure(scope: Scope): Cause | undefined {
  return toldDiskFailure(scope) ?? imageFailure(scope) ?? placeRefusal(scope) ?? kubeVirtRefusal(scope);
}

/** CDI's own words for what is wrong with a disk; empty when it says nothing. */
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

/** Why kube-scheduler does not place the machine: its Node has gone, or what else it says itself. */
export function noPlace({ node, computeNode }: Scope, { message = '' }: CoreCondition): Cause {
  const isGone = computeNode !== undefined && node === undefined;
  return isGone ? nodeGone(coreNodeName(computeNode)) : unschedulable(message);
}

/** What kube-scheduler says of a pod that it cannot place. */
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

/** Why KubeVirt cannot make the disk or the instance: it may not clone the image, or its own webhook refuses. */
function creationFailure(virtualMachine: Scope['virtualMachine']): { message?: string } | undefined {
  const failure = findCondition(virtualMachine?.status?.conditions, 'Failure');
  return failure?.status === 'True' && failure.reason === 'FailedCreate' ? failure : undefined;
}

/** Ends of a start that may lie with the node. */
const MAY_LIE_WITH_NODE: readonly string[] = [
  causes.unschedulable.reason,
  causes.startDeadlineExceeded.reason,
  causes.crashLoop.reason,
];

/**
 * A failed start for which the node is to blame, as far as can be seen: it reached the node, and neither its image, its
 * disk nor a lack of room explains what became of it there.
 */
export function blamesNode(scope: Scope, transition: Transition | undefined): boolean {
  if (!isFailedStart(scope.workload, transition) || transition?.reason === causes.unschedulable.reason)
    return false;
  return hasReachedNode(scope) && toldDiskFailure(scope) === undefined && imageFailure(scope) === undefined;
}

/** KubeVirt counts instances that ended before they ran, which only the node's kubelet can have started. */
function hasReachedNode({ virtualMachine, pods }: Scope): boolean {
  const { consecutiveFailCount = 0 } = virtualMachine?.status?.startFailure ?? {};
  return consecutiveFailCount > 0 || pods.some(({ spec }) => spec?.nodeName !== undefined);
}

/** The start has come to nothing, as it may not on another node: the machine has not run even once since it was placed. */
export function isFailedStart({ status }: Workload, transition: Transition | undefined): boolean {
  const { phase, placed, runs = [] } = status ?? {};
  if (phase !== 'Starting' || placed === undefined || transition === undefined) return false;
  const hasRun = runs.some(({ startedAt }) => Date.parse(startedAt) >= Date.parse(placed.at));
  return !hasRun && MAY_LIE_WITH_NODE.includes(transition.reason);
}
