import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import { dateOf } from '@gpulease/kube';
import { deletionStuck, stuckTerminating } from '../causes/causes.ts';
import { nodeName, nodeNotReadySince } from './lost-node.ts';
import { childrenOf, isMachineGone, type Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';

/** In these a machine is on its way out. */
const GOING: readonly WorkloadPhase[] = ['Pending', 'Stopping', 'Failed', 'Destroying'];

/** KubeVirt's own, when a machine says nothing. */
const DEFAULT_GRACE_SECONDS = 30;

/** What KubeVirt and the kubelet may take on top of the guest's own time to shut down. */
const CLEANUP_MS = 60_000;

/** When a machine that was told to go should have gone at the latest, and what to say from then on. */
export function stuckDeadline(scope: Scope): { at: Date; cause: Cause } | undefined {
  const since = goingSince(scope);
  if (since === undefined) return undefined;
  const graceMs = graceSeconds(scope) * 1000 + CLEANUP_MS;
  return { at: new Date(since.getTime() + graceMs), cause: stuckTerminating(leftover(scope)) };
}

/** Whether the machine has had its time to go, and more. */
export function isStuck(scope: Scope): boolean {
  const deadline = stuckDeadline(scope);
  return deadline !== undefined && scope.now >= deadline.at;
}

/** How long the guest may still take: `gracePeriod: 0` has been asked for when it is 0. */
export function graceSeconds({ machine }: Scope): number {
  return machine?.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
}

/** So long Kubernetes, CDI or a cloud's load balancer may take to delete what was made for a machine. */
const DELETION_MS = 5 * 60_000;

/** What of a machine that is gone does not go, though it was deleted: somebody's finalizer keeps it. */
export function keptChild(scope: Scope): Cause | undefined {
  if (!isMachineGone(scope)) return undefined;
  const kept = childrenOf(scope).find(({ metadata }) => {
    const deletedAt = dateOf(metadata.deletionTimestamp);
    return deletedAt !== undefined && scope.now.getTime() - deletedAt.getTime() >= DELETION_MS;
  });
  return kept && deletionStuck(kept.kind, kept.metadata);
}

function goingSince(scope: Scope): Date | undefined {
  const { workload, machine, pods } = scope;
  if (!GOING.includes(phaseOf(workload)) || isMachineGone(scope) || holdsNothing(scope)) return undefined;
  const deleted = machine?.metadata.deletionTimestamp ?? pods[0]?.metadata.deletionTimestamp;
  return dateOf(deleted ?? workload.status?.lastTransition?.at);
}

/** Its place was released when the machine was gone, so later updates by KubeVirt, such as a ready disk, block nothing. */
function holdsNothing({ workload, machine, pods }: Scope): boolean {
  return workload.status?.placed === undefined && machine === undefined && pods.length === 0;
}

function leftover(scope: Scope) {
  const { machine, pods } = scope;
  return {
    pod: pods[0]?.metadata.name,
    instance: machine?.metadata.name,
    node: nodeName(scope),
    isNodeReady: nodeNotReadySince(scope) === undefined,
  };
}
