import { labels, type ComputeNode } from '@gpulease/crds';
import { byRank, seniority } from '@gpulease/kube';
import type { KeptNode } from '../kept/kept.ts';

/** Returns the name of the Kubernetes Node of a ComputeNode. */
export function coreNodeName({ metadata, spec }: ComputeNode): string {
  return spec.nodeName ?? metadata.name;
}

/** Whether the Node is cordoned, so that it gets no new pods. */
export function isCordoned(node: KeptNode | undefined): boolean {
  return node?.spec?.unschedulable === true;
}

/** Returns the names of the core Nodes of these versions of a ComputeNode. */
export function coreNodesOf(...versions: (ComputeNode | undefined)[]): string[] {
  return [...new Set(versions.flatMap((one) => (one === undefined ? [] : [coreNodeName(one)])))];
}

/**
 * Returns the ComputeNodes that name a core Node, its representative first: the one with machines, then the one that has
 * marked the Node, then the oldest. The others must not touch the Node, or its capacity would be sold twice.
 */
export function inOrderOfPrecedence(
  node: KeptNode | undefined,
  rivals: readonly ComputeNode[],
): ComputeNode[] {
  const marked = node?.metadata.labels?.[labels.computeNode];
  const rank = (one: ComputeNode) =>
    [
      (one.status?.workloads ?? 0) > 0 ? 0 : 1,
      one.metadata.name === marked ? 0 : 1,
      seniority(one, 'name'),
    ].join('/');
  return [...rivals].sort(byRank(rank));
}
