import { findCondition, isConditionTrue, type CoreCondition } from '@gpulease/kube';
import { isFenced } from '../../compute-node/taints.ts';
import { nodeLost, type Move } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';
import type { KeptInstance, KeptMachinePod } from '../../kept/kept.ts';

const NODE_LOST_MS = 10 * 60_000;

/** kube-controller-manager calls a node unknown this long after its last lease (`--node-monitor-grace-period`, its default). */
const GRACE_PERIOD_MS = 50_000;

/** KubeVirt's word for an instance whose node answers no more and whose pod is gone. */
const NODE_UNRESPONSIVE = 'NodeUnresponsive';

/** Kubernetes' core v1 Node conditions tell when they were last reported, too. */
type NodeCondition = CoreCondition & { lastHeartbeatTime?: string };

/** Since when the machine's node has not been ready; undefined while it is. */
export function nodeNotReadySince({ node }: Pick<Scope, 'node'>): Date | undefined {
  const ready = readiness(node);
  if (ready?.lastTransitionTime === undefined || ready.status === 'True') return undefined;
  return new Date(ready.lastTransitionTime);
}

/** When the machine is given up together with its node, unless the node comes back before. */
export function nodeLostDeadline(scope: Scope): { at: Date; cause: Cause } | undefined {
  const since = scope.machine && nodeNotReadySince(scope);
  if (since === undefined) return undefined;
  return { at: new Date(since.getTime() + NODE_LOST_MS), cause: nodeLost(nodeName(scope), moveOf(scope)) };
}

/** Undefined where the owner did not ask for a move. */
function moveOf({ workload, diskNode }: Scope): Move | undefined {
  if (workload.spec.onNodeLoss !== 'MoveIfPossible') return undefined;
  return diskNode === undefined ? 'Moves' : 'DiskOnNode';
}

/**
 * Whether a machine without instance and pod cannot go on running on the node where it was lost. That they are gone proves
 * nothing while the node is silent, for somebody may have deleted the pod by force. A place is given back only with this
 * proof, so one without a place has had it.
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
 * The last sign of life of a node that is not ready. A kubelet reports its conditions every few minutes only, and its
 * lease all the time, so of a node that has fallen silent the end of the lease is known better.
 */
export function lastHeartbeat({ node }: Pick<Scope, 'node'>): Date | undefined {
  const since = nodeNotReadySince({ node });
  const { status, lastHeartbeatTime } = readiness(node) ?? {};
  if (since === undefined || status === 'False') return since;
  const lastLease = since.getTime() - GRACE_PERIOD_MS;
  const reported = lastHeartbeatTime === undefined ? 0 : Date.parse(lastHeartbeatTime);
  return new Date(Math.min(Math.max(lastLease, reported), since.getTime()));
}

/** Whether the machine went because its host did or the cluster took its pod away, so that it is not to blame itself. */
export function wentWithHost(scope: Pick<Scope, 'machine' | 'pods' | 'node' | 'computeNode'>): boolean {
  const { machine, pods } = scope;
  if (machine?.status?.reason === NODE_UNRESPONSIVE || isHostGone(scope)) return true;
  return (
    nodeNotReadySince(scope) !== undefined || pods.some((pod) => disruptionOf(pod, machine) !== undefined)
  );
}

/** Its Node was deleted, as one is that has died; the pods on it go a moment before or after. */
function isHostGone({ computeNode, node }: Pick<Scope, 'computeNode' | 'node'>): boolean {
  return computeNode !== undefined && node === undefined;
}

/** Kubernetes marks the pods that it takes away itself: by a taint, an eviction, a preemption, a node's shutdown. */
function disruptionOf(
  { metadata, status }: KeptMachinePod,
  machine: KeptInstance | undefined,
): CoreCondition | undefined {
  const isOwn = metadata.ownerReferences?.some(({ uid }) => uid === machine?.metadata.uid) === true;
  if (!isOwn) return undefined;
  return status?.conditions?.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
}

/** Why kube-scheduler has taken the pod away. */
const PREEMPTION = 'PreemptionByScheduler';

/** Whether the machine had to go for a pod of higher priority. */
export function wasPreempted({ machine, pods }: Pick<Scope, 'machine' | 'pods'>): boolean {
  return pods.some((pod) => disruptionOf(pod, machine)?.reason === PREEMPTION);
}

/** The name of the Kubernetes Node, by which an administrator finds it. */
export function nodeName({ node, pods, workload }: Scope): string {
  return node?.metadata.name ?? pods[0]?.spec?.nodeName ?? workload.status?.placed?.node ?? '';
}

function readiness(node: Scope['node']): NodeCondition | undefined {
  return findCondition(node?.status?.conditions, 'Ready');
}
