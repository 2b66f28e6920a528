import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import { dateOf } from '@gpulease/kube';
import { deletionStuck, stuckTerminating } from '../causes/causes.ts';
import { nodeName, nodeNotReadySince } from './lost-node.ts';
import { childrenOf, isMachineGone, type Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';

/** Phases in which a remaining machine is shutting down. */
const GOING: readonly WorkloadPhase[] = ['Pending', 'Stopping', 'Failed', 'Destroying'];

/** KubeVirt's default. */
const DEFAULT_GRACE_SECONDS = 30;

/** Time that KubeVirt and the kubelet may take in addition to the guest's shutdown time. */
const CLEANUP_MS = 60_000;

/** Returns when a stopped machine should be gone at the latest, and what to report afterwards. */
export function stuckDeadline(scope: Scope): { at: Date; cause: Cause } | undefined {
  const since = goingSince(scope);
  if (since === undefined) return undefined;
  const graceMs = graceSeconds(scope) * 1000 + CLEANUP_MS;
  return { at: new Date(since.getTime() + graceMs), cause: stuckTerminating(leftover(scope)) };
}

/** Returns whether the machine has exceeded its time to shut down. */
export function isStuck(scope: Scope): boolean {
  const deadline = stuckDeadline(scope);
  return deadline !== undefined && scope.now >= deadline.at;
}

/** Returns the seconds that the guest may take to shut down; 0 after `gracePeriod: 0` was requested. */
export function graceSeconds({ machine }: Scope): number {
  return machine?.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
}

/** Time that Kubernetes, CDI or a cloud's load balancer may take to delete a machine's objects. */
const DELETION_MS = 5 * 60_000;

/** Returns an object of a gone machine whose deletion is blocked by a finalizer. */
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

/** The place was released when the machine was gone, so later updates by KubeVirt, such as a ready disk, block nothing. */
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
