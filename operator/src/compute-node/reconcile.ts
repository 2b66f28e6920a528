import { fieldManagers, labels, nodeStateAt, skuLabel, type ComputeNode } from '@gpulease/crds';
import { isDeleting, type ResourceClient } from '@gpulease/kube';
import { taintsWith } from './taints.ts';
import { isCordoned } from '../core-node/core-node.ts';
import type { KeptNode } from '../kept/kept.ts';

/** Annotation of a core Node that was cordoned by the operator and not by anyone else. */
const CORDONED_ANNOTATION = 'gpulease.dev/cordoned';

/**
 * Patches a core Node to match its ComputeNode. Without one, or if it is being deleted, removes everything that the
 * operator has set on the Node.
 */
export async function settleCoreNode(
  client: ResourceClient<KeptNode>,
  node: KeptNode,
  computeNode: ComputeNode | undefined,
  now: Date,
): Promise<void> {
  const patch = nodePatch(node, computeNode, now);
  if (patch === undefined) return;
  await client.mergePatch({ name: node.metadata.name }, patch, { fieldManager: fieldManagers.operator });
}

/** Returns the patch that the core Node needs, if any. */
export function nodePatch(
  node: KeptNode,
  computeNode: ComputeNode | undefined,
  now: Date,
): object | undefined {
  const present = computeNode === undefined || isDeleting(computeNode) ? undefined : computeNode;
  const labelChanges = changes(node.metadata.labels ?? {}, wantedLabels(node, present));
  const cordon = cordonChange(node, present, now);
  const taints = taintsWith(node, present?.spec.sharing === 'Dedicated');
  const spec = { ...(cordon && { unschedulable: cordon.unschedulable }), ...(taints && { taints }) };
  if (Object.keys({ ...labelChanges, ...spec }).length === 0) return undefined;
  const { resourceVersion } = node.metadata;
  return {
    metadata: {
      resourceVersion,
      labels: labelChanges,
      ...(cordon && { annotations: { [CORDONED_ANNOTATION]: cordon.by } }),
    },
    spec,
  };
}

/**
 * Cordons a Node for its maintenance or uncordons it; null removes a field. Cordons set by others stay. An inactive
 * node is not cordoned: placement skips it, and its machines must be able to restart.
 */
function cordonChange(node: KeptNode, computeNode: ComputeNode | undefined, now: Date) {
  const isToBeClosed = computeNode !== undefined && nodeStateAt(computeNode.spec, now) === 'Maintenance';
  const isOurs = node.metadata.annotations?.[CORDONED_ANNOTATION] !== undefined;
  const isClosed = isCordoned(node);
  if (isToBeClosed && !isClosed) return { by: 'Maintenance', unschedulable: true };
  if (!isToBeClosed && isOurs) return { by: null, unschedulable: null };
  return undefined;
}

/** Returns the desired labels of the operator; null removes one. */
function wantedLabels(node: KeptNode, computeNode: ComputeNode | undefined): Record<string, string | null> {
  const prefix = skuLabel('');
  const stale = Object.keys(node.metadata.labels ?? {}).filter((label) => label.startsWith(prefix));
  const removed = Object.fromEntries(
    [...stale, labels.region, labels.computeNode].map((label) => [label, null]),
  );
  if (computeNode === undefined) return removed;
  return {
    ...removed,
    [labels.region]: computeNode.spec.region,
    [labels.computeNode]: computeNode.metadata.name,
    ...Object.fromEntries(computeNode.spec.skus.map((sku) => [skuLabel(sku), 'true'])),
  };
}

function changes(actual: Record<string, string>, wanted: Record<string, string | null>) {
  return Object.fromEntries(
    Object.entries(wanted).filter(([label, value]) => (actual[label] ?? null) !== value),
  );
}
