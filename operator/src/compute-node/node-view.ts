import type { ComputeNode, GPU } from '@gpulease/crds';
import type { Node, Pod } from '@gpulease/kube';
import type { KubeVirt } from '@gpulease/kube/kubevirt';

/** A ComputeNode with what it refers to, as far as that exists. */
export interface NodeView {
  computeNode: ComputeNode;
  /** Absent also if another ComputeNode stands for it. */
  node: Node | undefined;
  /** The ComputeNode that stands for the core Node in its stead. */
  takenBy?: string | undefined;
  gpu: GPU | undefined;
  /** The pods there that belong to no machine. */
  otherPods?: readonly Pod[] | undefined;
  /** What says how KubeVirt is set up. */
  kubeVirt?: KubeVirt | undefined;
}
