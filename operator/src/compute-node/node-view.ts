import type { ComputeNode, GPU } from '@gpulease/crds';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { KeptNode } from '../caches/kept.ts';
import type { OtherPod } from './other-pods.ts';

/** A ComputeNode with what it refers to, as far as that exists. */
export interface NodeView {
  computeNode: ComputeNode;
  /** Absent also if another ComputeNode stands for it. */
  node: KeptNode | undefined;
  /** The ComputeNode that stands for the core Node in its stead. */
  takenBy?: string | undefined;
  gpu: GPU | undefined;
  /** The pods there that belong to no machine. */
  otherPods?: readonly OtherPod[] | undefined;
  /** What says how KubeVirt is set up. */
  kubeVirt?: KubeVirt | undefined;
}
