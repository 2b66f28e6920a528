import type { ComputeNode, GPU } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { Caches } from '../caches.ts';
import type { KeptNode } from '../kept/kept.ts';
import { coreNodeName, inOrderOfPrecedence } from '../core-node/core-node.ts';
import type { OtherPod } from '../core-node/other-pods.ts';

/** A ComputeNode with the objects that it refers to, where they exist. */
export interface NodeView {
  computeNode: ComputeNode;
  /** Time of the view, which decides whether planned maintenance is in effect. */
  now: Date;
  /** Also absent if another ComputeNode represents it. */
  node: KeptNode | undefined;
  /** The ComputeNode that represents the core Node instead. */
  takenBy?: string | undefined;
  gpu: GPU | undefined;
  /** The pods on the node that belong to no machine. */
  otherPods?: readonly OtherPod[] | undefined;
  /** The object that configures KubeVirt. */
  kubeVirt?: KubeVirt | undefined;
  /** Types of conditions of the core Node that report a lasting problem. */
  problemConditions?: readonly string[] | undefined;
  /** All ComputeNodes of its region. Called only where starts fail. */
  inRegion?: () => readonly ComputeNode[];
}

/** Returns a ComputeNode with its core Node and GPU model from the caches. */
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
