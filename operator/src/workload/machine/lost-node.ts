import { findCondition, isConditionTrue, type CoreCondition } from '@gpulease/kube';
import { isFenced } from '../../compute-node/taints.ts';
import { nodeLost, type Move } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';
import type { KeptInstance, KeptMachinePod } from '../../kept/kept.ts';

const NODE_LOST_MS = 10 * 60_000;

/** Time after a node's last lease at which kube-controller-manager marks it unknown (default of `--node-monitor-grace-period`). */
const GRACE_PERIOD_MS = 50_000;

/** KubeVirt's reason for an instance whose node is unresponsive and whose pod is gone. */
const NODE_UNRESPONSIVE = 'NodeUnresponsive';

/** Conditions of core v1 Nodes also state when they were last reported. */
type NodeCondition = CoreCondition & { lastHeartbeatTime?: string };

/** Returns since when the machine's node has not been ready; undefined while it is. */
export function nodeNotReadySince({ node }: Pick<Scope, 'node'>): Date | undefined {
  const ready = readiness(node);
  if (ready?.lastTransitionTime === undefined || ready.status === 'True') return undefined;
  return new Date(ready.lastTransitionTime);
}

/** Returns when the machine counts as lost with its node, unless the node returns before. */
export function nodeLostDeadline(scope: Scope): { at: Date; cause: Cause } | undefined {
  const since = scope.machine && nodeNotReadySince(scope);
  if (since === undefined) return undefined;
  return { at: new Date(since.getTime() + NODE_LOST_MS), cause: nodeLost(nodeName(scope), moveOf(scope)) };
}

/** Returns undefined if the owner did not ask for a move. */
function moveOf({ workload, diskNode }: Scope): Move | undefined {
  if (workload.spec.onNodeLoss !== 'MoveIfPossible') return undefined;
  return diskNode === undefined ? 'Moves' : 'DiskOnNode';
}

/**
 * Returns whether a machine without instance and pod has certainly stopped on its lost node. Their absence proves nothing
 * while the node is unreachable, because the pod may have been force-deleted. A place is released only with this proof, so
 * a workload without a place has had it.
 */
export function isCertainlyOff({
  workload,
  computeNode,
  node,
}: Pick<Scope, 'workload' | 'computeNode' | 'node'>): boolean {
  if (workload.status?.placed === undefined || isHostGone({ computeNode, node })) return true;
  return node !== undefined && (isFenced(node) || isConditionTrue(node.status?.conditions, 'Ready'));
}

/**
 * Returns the last sign of life of a node that is not ready. A kubelet reports its conditions only every few minutes, but
 * renews its lease constantly, so for an unreachable node the end of the lease is more accurate.
 */
export function lastHeartbeat({ node }: Pick<Scope, 'node'>): Date | undefined {
  const since = nodeNotReadySince({ node });
  const { status, lastHeartbeatTime } = readiness(node) ?? {};
  if (since === undefined || status === 'False') return since;
  const lastLease = since.getTime() - GRACE_PERIOD_MS;
  const reported = lastHeartbeatTime === undefined ? 0 : Date.parse(lastHeartbeatTime);
  return new Date(Math.min(Math.max(lastLease, reported), since.getTime()));
}

/** Returns whether the machine ended because its host failed or the cluster removed its pod, not by its own fault. */
export function wentWithHost(scope: Pick<Scope, 'machine' | 'pods' | 'node' | 'computeNode'>): boolean {
  const { machine, pods } = scope;
  if (machine?.status?.reason === NODE_UNRESPONSIVE || isHostGone(scope)) return true;
  return (
    nodeNotReadySince(scope) !== undefined || pods.some((pod) => disruptionOf(pod, machine) !== undefined)
  );
}

/** Returns whether its Node was deleted, as dead Nodes are; their pods disappear shortly before or after. */
function isHostGone({ computeNode, node }: Pick<Scope, 'computeNode' | 'node'>): boolean {
  return computeNode !== undefined && node === undefined;
}

/** Kubernetes marks the pods that it removes itself: by a taint, an eviction, a preemption or a node shutdown. */
function disruptionOf(
  { metadata, status }: KeptMachinePod,
  machine: KeptInstance | undefined,
): CoreCondition | undefined {
  const isOwn = metadata.ownerReferences?.some(({ uid }) => uid === machine?.metadata.uid) === true;
  if (!isOwn) return undefined;
  return status?.conditions?.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
}

/** The reason of kube-scheduler for removing a pod. */
const PREEMPTION = 'PreemptionByScheduler';

/** Returns whether the machine was preempted by a pod of higher priority. */
export function wasPreempted({ machine, pods }: Pick<Scope, 'machine' | 'pods'>): boolean {
  return pods.some((pod) => disruptionOf(pod, machine)?.reason === PREEMPTION);
}

/** Returns the name of the Kubernetes Node, for administrators. */
export function nodeName({ node, pods, workload }: Scope): string {
  return node?.metadata.name ?? pods[0]?.spec?.nodeName ?? workload.status?.placed?.node ?? '';
}

function readiness(node: Scope['node']): NodeCondition | undefined {
  return findCondition(node?.status?.conditions, 'Ready');
}
