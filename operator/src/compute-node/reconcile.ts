import { fieldManagers, labels, skuLabel } from '@gpulease/crds';
import type { ComputeNode } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { Node, ResourceClient } from '@gpulease/kube';
import type { NodeView } from './capacity.ts';

/** Says on the core Node that we, and nobody else, closed it to new pods. */
const CORDONED_ANNOTATION = 'gpulease.dev/cordoned';

/** Tells the core Node which region and SKUs it serves, and closes it while it is not Active. */
export async function settleCoreNode(view: NodeView, client: ResourceClient<Node>): Promise<undefined> {
  const { node } = view;
  if (node === undefined) return;
  const patch = nodePatch(view.computeNode, node);
  if (patch === undefined) return;
  await client.mergePatch({ name: node.metadata.name }, patch, { fieldManager: fieldManagers.operator });
}

/** The change the core Node needs, if any. */
export function nodePatch(computeNode: ComputeNode, node: Node): object | undefined {
  const labelChanges = changes(node.metadata.labels ?? {}, wantedLabels(computeNode, node));
  const cordon = cordonChange(computeNode, node);
  if (Object.keys(labelChanges).length === 0 && cordon === undefined) return undefined;
  const { resourceVersion } = node.metadata;
  return {
    metadata: {
      resourceVersion,
      labels: labelChanges,
      ...(cordon && { annotations: { [CORDONED_ANNOTATION]: cordon.by } }),
    },
    ...(cordon && { spec: { unschedulable: cordon.unschedulable } }),
  };
}

/** Closes a Node or opens it again; null removes a field. A cordon of somebody else's stays. */
function cordonChange(computeNode: ComputeNode, node: Node) {
  const isToBeClosed = computeNode.spec.state !== 'Active' && !isDeleting(computeNode);
  const isOurs = node.metadata.annotations?.[CORDONED_ANNOTATION] !== undefined;
  const isClosed = node.spec?.unschedulable === true;
  if (isToBeClosed && !isClosed) return { by: computeNode.spec.state, unschedulable: true };
  if (!isToBeClosed && isOurs) return { by: null, unschedulable: null };
  return undefined;
}

/** Our labels as they should be; null removes one. */
function wantedLabels(computeNode: ComputeNode, node: Node): Record<string, string | null> {
  const prefix = skuLabel('');
  const stale = Object.keys(node.metadata.labels ?? {}).filter((label) => label.startsWith(prefix));
  const removed = Object.fromEntries(
    [...stale, labels.region, labels.computeNode].map((label) => [label, null]),
  );
  if (isDeleting(computeNode)) return removed;
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
