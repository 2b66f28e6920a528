import type { ComputeNode, GPU } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { Caches } from '../caches.ts';
import type { KeptNode } from '../kept/kept.ts';
import { coreNodeName, inOrderOfPrecedence } from '../core-node/core-node.ts';
import type { OtherPod } from '../core-node/other-pods.ts';

/** A ComputeNode with what it refers to, as far as that exists. */
export interface NodeView {
  computeNode: ComputeNode;
  /** When it is looked at, which says whether planned maintenance lasts. */
  now: Date;
  /** Absent also if another ComputeNode stands for it. */
  node: KeptNode | undefined;
  /** The ComputeNode that stands for the core Node in its stead. */
  takenBy?: string | undefined;
  gpu: GPU | undefined;
  /** The pods there that belong to no machine. */
  otherPods?: readonly OtherPod[] | undefined;
  /** What says how KubeVirt is set up. */
  kubeVirt?: KubeVirt | undefined;
  /** Types of conditions of the core Node that tell of a lasting problem. */
  problemConditions?: readonly string[] | undefined;
  /** All ComputeNodes of its region. Asked only where starts fail. */
  inRegion?: () => readonly ComputeNode[];
}

/** The ComputeNode together with its core Node and GPU model. */
export function nodeViewOf(
  caches: Caches,
  computeNode: ComputeNode,
  { now, problemConditions }: Pick<NodeView, 'now' | 'problemConditions'>,
): NodeView {
  const { metadata, spec } = computeNode;
  const model = spec.resources.gpus?.model;
  const name = coreNodeName(computeNode);
  const node = caches.nodes.store.get({ name });
  const [first = computeNode] = inOrderOfPrecedence(node, caches.computeNodes.store.byIndex('node', name));
  const isTaken = first.metadata.name !== metadata.name;
  return {
    computeNode,
    now,
    node: isTaken ? undefined : node,
    takenBy: isTaken ? first.metadata.name : undefined,
    gpu: model === undefined ? undefined : caches.gpus.store.get({ name: model }),
    otherPods: caches.otherPods.store.byIndex('node', name),
    kubeVirt: caches.kubeVirt(),
    problemConditions,
    inRegion: () => caches.computeNodes.store.byIndex('region', spec.region),
  };
}
