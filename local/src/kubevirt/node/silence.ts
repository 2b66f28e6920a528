import { timestamp } from '@gpulease/kube';
import type { Node } from '@gpulease/kube';
import { faultsOf, silencedAnnotation as silenced } from '../faults.ts';
import { schedulableLabel } from '../instance/pod.ts';

/** KWOK plays the kubelets of the nodes that have it. */
export const playedByKwok = 'kwok.x-k8s.io/node';

export interface NodeChange {
  metadata?: object;
  /** To be written after the metadata, so that KWOK no longer answers for the node. */
  status?: object;
}

/**
 * What has to change for the fault `NodeLost` to begin or end: KWOK stops to play the node's kubelet, virt-handler's
 * label says that nothing may be started there, and the node is unknown, as kube-controller-manager would find out
 * within a minute.
 */
export function silenceChange(node: Node, now: Date): NodeChange | undefined {
  const { annotations = {} } = node.metadata;
  const isLost = faultsOf(node).has('NodeLost');
  if (!isLost)
    return annotations[silenced] === undefined ? undefined : { metadata: revived(annotations[silenced]) };
  if (annotations[playedByKwok] !== undefined)
    return { metadata: muted(annotations[playedByKwok]), ...unknown(node, now) };
  return annotations[silenced] === undefined ? undefined : unknown(node, now);
}

function muted(played: string): object {
  return {
    annotations: { [playedByKwok]: null, [silenced]: played },
    labels: { [schedulableLabel]: 'false' },
  };
}

function revived(played: string): object {
  return {
    annotations: { [playedByKwok]: played, [silenced]: null },
    labels: { [schedulableLabel]: 'true' },
  };
}

/** The other conditions, and when they were last reported, stay. */
function unknown({ status }: Node, now: Date): NodeChange | undefined {
  const conditions = status?.conditions ?? [];
  if (conditions.every(({ type, status: is }) => type !== 'Ready' || is !== 'True')) return undefined;
  const gone = {
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
  };
  const told = conditions.map((condition) =>
    condition.type === 'Ready' ? { ...condition, ...gone, lastTransitionTime: timestamp(now) } : condition,
  );
  return { status: { conditions: told } };
}
