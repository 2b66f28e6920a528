import { timestamp } from '@gpulease/kube';
import type { Node } from '@gpulease/kube';
import { faultsOf, silencedAnnotation as silenced } from '../faults.ts';
import { schedulableLabel } from '../instance/pod.ts';

/** Annotation of nodes whose kubelets KWOK simulates. */
export const playedByKwok = 'kwok.x-k8s.io/node';

export interface NodeChange {
  metadata?: object;
  /** To be written after the metadata, once KWOK no longer reports for the node. */
  status?: object;
}

/** Returns the effect of the fault `NodeLost`: no simulated kubelet, not schedulable, status unknown. */
export function silenceChange(node: Node, now: Date): NodeChange | undefined {
  const { [playedByKwok]: played, [silenced]: before } = node.metadata.annotations ?? {};
  if (!faultsOf(node).has('NodeLost'))
    return before === undefined ? undefined : { metadata: marked(before, null, 'true') };
  if (played !== undefined) return { metadata: marked(null, played, 'false'), ...unknown(node, now) };
  return before === undefined ? undefined : unknown(node, now);
}

function marked(played: string | null, before: string | null, schedulable: string): object {
  return {
    annotations: { [playedByKwok]: played, [silenced]: before },
    labels: { [schedulableLabel]: schedulable },
  };
}

/** Leaves the other conditions and their timestamps unchanged. */
function unknown({ status }: Node, now: Date): NodeChange | undefined {
  const conditions = status?.conditions ?? [];
  if (conditions.every(({ type, status: is }) => type !== 'Ready' || is !== 'True')) return undefined;
  const message = 'Kubelet stopped posting node status.';
  const gone = { status: 'Unknown', reason: 'NodeStatusUnknown', message };
  const told = conditions.map((condition) =>
    condition.type === 'Ready' ? { ...condition, ...gone, lastTransitionTime: timestamp(now) } : condition,
  );
  return { status: { conditions: told } };
}
