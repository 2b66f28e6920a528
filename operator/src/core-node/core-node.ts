import { labels, type ComputeNode } from '@gpulease/crds';
import { byRank, seniority } from '@gpulease/kube';
import type { KeptNode } from '../kept/kept.ts';

/** The Kubernetes Node that a ComputeNode names. */
export function coreNodeName({ metadata, spec }: ComputeNode): string {
  return spec.nodeName ?? metadata.name;
}

/** Somebody has cordoned the Node, so it gets no new pods. */
export function isCordoned(node: KeptNode | undefined): boolean {
  return node?.spec?.unschedulable === true;
}

/** The names of the core Nodes that a ComputeNode names in these versions of it. */
export function coreNodesOf(...versions: (ComputeNode | undefined)[]): string[] {
  return [...new Set(versions.flatMap((one) => (one === undefined ? [] : [coreNodeName(one)])))];
}

/**
 * The ComputeNodes that name a core Node, the one that stands for it first: what has machines there keeps the Node, then
 * the one that has marked it, then the oldest. The others must leave the Node alone, or what it has would be sold twice.
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
