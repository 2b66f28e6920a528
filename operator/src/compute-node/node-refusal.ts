import { catalogueReasons, nodeStateAt } from '@gpulease/crds';
import { isConditionTrue, isDeleting } from '@gpulease/kube';
import type { Parameters } from '../catalogue/references.ts';
import { SCHEDULABLE_LABEL, machineTypeLabel } from '../kubevirt/node-labels.ts';
import type { NodeView } from './node-view.ts';
import { failedStartsOn, failWidely, implicatesNode, valuesOf } from './failed-starts.ts';
import { repellingTaint, taintWords, tolerationsOn } from './taints.ts';
import { coreNodeName, isCordoned } from '../core-node/core-node.ts';
import type { KeptNode } from '../kept/kept.ts';

/** Why no machine may be placed on a node. */
export interface NodeRefusal {
  reason: string;
  /** Completes a sentence that starts with the node's name. */
  why: string;
  parameters?: Parameters | undefined;
  /** Whether machines that can start nowhere else may still be placed on the node. */
  isForNewOnly?: boolean;
}

/** Returns why the node accepts no machines; undefined if it does. */
export function nodeRefusal(view: NodeView): NodeRefusal | undefined {
  return refusedByAdministrator(view) ?? refusedByCluster(view) ?? refusedByStarts(view);
}

function refusedByAdministrator({ computeNode, now }: NodeView): NodeRefusal | undefined {
  if (isDeleting(computeNode)) return { reason: catalogueReasons.deleting, why: 'is being removed' };
  const state = nodeStateAt(computeNode.spec, now);
  if (state === 'Inactive') return { reason: state, why: 'is inactive' };
  return state === 'Maintenance' ? { reason: state, why: 'is in maintenance' } : undefined;
}

function refusedByCluster(view: NodeView): NodeRefusal | undefined {
  const { node, takenBy } = view;
  if (takenBy !== undefined) {
    const why = `refers to the same Node as ${takenBy}`;
    return { reason: catalogueReasons.taken, why, parameters: { name: takenBy } };
  }
  if (node === undefined) {
    const parameters = { name: coreNodeName(view.computeNode) };
    return { reason: catalogueReasons.notFound, why: 'does not exist in the cluster', parameters };
  }
  if (!isNodeReady(node)) return { reason: catalogueReasons.nodeNotReady, why: 'is not ready' };
  if (isCordoned(node)) return { reason: catalogueReasons.cordoned, why: 'is cordoned' };
  return refusedByProblem(view, node) ?? refusedByTaint(view, node) ?? refusedByVirtHandler(view, node);
}

function refusedByProblem({ problemConditions }: NodeView, node: KeptNode): NodeRefusal | undefined {
  const problem = node.status?.conditions?.find(
    ({ type, status }) => status === 'True' && problemConditions?.includes(type),
  );
  if (problem === undefined) return undefined;
  const name = problem.type;
  return { reason: catalogueReasons.nodeProblem, why: `reports ${name}`, parameters: { name } };
}

function refusedByTaint({ computeNode }: NodeView, node: KeptNode): NodeRefusal | undefined {
  const taint = repellingTaint(node, tolerationsOn(computeNode));
  if (taint === undefined) return undefined;
  const name = taintWords(taint);
  return { reason: catalogueReasons.tainted, why: `has the taint ${name}`, parameters: { name } };
}

/** KubeVirt's pods select the labels that virt-handler sets. */
function refusedByVirtHandler({ kubeVirt }: NodeView, node: KeptNode): NodeRefusal | undefined {
  const { labels = {} } = node.metadata;
  const reason = catalogueReasons.noVirtHandler;
  const wanted = [SCHEDULABLE_LABEL, machineTypeLabel(architectureOf(node), kubeVirt)];
  const missing = wanted.find((label) => labels[label] === undefined);
  if (missing !== undefined)
    return { reason, why: `has no virt-handler, which would set the label ${missing}=true` };
  return wanted.every((label) => labels[label] === 'true')
    ? undefined
    : { reason, why: 'has a virt-handler that is not responding' };
}

function refusedByStarts(view: NodeView): NodeRefusal | undefined {
  const failed = failedStartsOn(view.computeNode);
  if (!implicatesNode(failed) || failWidely(view)) return undefined;
  const why = 'fails to start machines';
  return { reason: catalogueReasons.startsFail, why, parameters: valuesOf(failed), isForNewOnly: true };
}

export function isNodeReady(node: KeptNode): boolean {
  return isConditionTrue(node.status?.conditions, 'Ready');
}

export function architectureOf(node: KeptNode | undefined): string {
  return node?.status?.nodeInfo?.architecture ?? node?.metadata.labels?.['kubernetes.io/arch'] ?? 'amd64';
}
