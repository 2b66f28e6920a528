import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';
import type { KeptNode } from '../kept/kept.ts';
import { isNodeReady, nodeRefusal, type NodeRefusal } from './node-refusal.ts';
import type { NodeView } from './node-view.ts';
import { FENCED_TAINT, isFenced } from './taints.ts';

const { yes, no } = conditionFound(conditionTypes.schedulable);

/** Returns whether machines can be placed on a node; `machines` is the number already on it. */
export function schedulable(view: NodeView, machines: number): FoundCondition {
  const refusal = nodeRefusal(view);
  if (refusal === undefined) return yes(catalogueReasons.open, 'Machines can be placed on the node.');
  const message = `The node ${refusal.why}, so ${consequence(refusal, view.node, machines)}.`;
  return no(refusal.reason, message, refusal.parameters);
}

/** Returns the consequence for machines and the advice to an administrator. */
function consequence({ isForNewOnly }: NodeRefusal, node: KeptNode | undefined, machines: number): string {
  if (isForNewOnly) return CONSEQUENCE_FOR_NEW;
  return `no machine is placed on it${(node && adviceFor(node, machines)) ?? ''}`;
}

const CONSEQUENCE_FOR_NEW =
  'no new machine is placed on it until one starts there; once it is repaired, set spec.state to Inactive and back to Active, or start a machine that names the node in spec.placement.nodeName';

/** Returns what an administrator can do about a node that does not or did not respond. */
function adviceFor(node: KeptNode, machines: number): string | undefined {
  if (isNodeReady(node)) return isFenced(node) ? '; remove the taint when the node has recovered' : undefined;
  if (isFenced(node)) return '; it is confirmed to be off, so what was on it is being removed';
  if (machines === 0) return '; bring it back';
  return `; bring it back, or confirm with the taint ${FENCED_TAINT} that it is off, and its machines are marked as failed`;
}
