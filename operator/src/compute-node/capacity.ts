import type { ComputeNode, GPU } from '@gpulease/crds';
import type { Node, Taint } from '@gpulease/kube';
import { isDeleting } from '@gpulease/kube';
import { least } from '../placement/capacity.ts';
import type { Amounts, NodeCapacity } from '../placement/capacity.ts';
import { parseQuantity } from '../quantity.ts';

/** A ComputeNode with what it refers to, as far as that exists. */
export interface NodeView {
  computeNode: ComputeNode;
  /** Absent also if another ComputeNode stands for it. */
  node: Node | undefined;
  /** The ComputeNode that stands for the core Node in its stead. */
  takenBy?: string | undefined;
  gpu: GPU | undefined;
}

/** What placement has to know of the node. */
export function nodeCapacity(view: NodeView): NodeCapacity {
  const { metadata, spec } = view.computeNode;
  return {
    name: metadata.name,
    region: spec.region,
    closed: closedBecause(view),
    skus: spec.skus,
    architecture: architectureOf(view.node),
    gpuModel: spec.resources.gpus?.model,
    amounts: usable(view),
  };
}

/** What the admin declared. */
export function declared({ computeNode }: NodeView): Amounts {
  const { cpu, memory, storage, gpus } = computeNode.spec.resources;
  return {
    cpu: cpu * 1000,
    memory: parseQuantity(memory),
    storage: parseQuantity(storage),
    gpus: gpus?.count ?? 0,
  };
}

/** What the core Node can allocate. Root disks do not come out of its own storage, so that is not compared. */
export function allocatable({ computeNode, node, gpu }: NodeView): Amounts {
  const amounts = node?.status?.allocatable ?? {};
  const gpus = gpu === undefined ? undefined : amounts[gpu.spec.deviceName];
  return {
    cpu: parseQuantity(amounts.cpu ?? 0) * 1000,
    memory: parseQuantity(amounts.memory ?? 0),
    storage: parseQuantity(computeNode.spec.resources.storage),
    gpus: parseQuantity(gpus ?? 0),
  };
}

/** What is both declared and there. */
export function usable(view: NodeView): Amounts {
  return least(declared(view), allocatable(view));
}

/** Why no machine may be placed on the node, to be read after its name. */
export function closedBecause(view: NodeView): string | undefined {
  const { computeNode, node, takenBy } = view;
  if (isDeleting(computeNode)) return 'is being removed';
  if (computeNode.spec.state === 'Inactive') return 'is inactive';
  if (computeNode.spec.state === 'Maintenance') return 'is in maintenance';
  if (takenBy !== undefined) return `stands for the same Node as ${takenBy}`;
  if (node === undefined) return 'does not exist in the cluster';
  if (!isNodeReady(node)) return 'is not ready';
  return node.spec?.unschedulable === true ? 'is cordoned' : repelledBecause(node);
}

/** The label by which virt-handler says whether machines may be started on its node. */
const KUBEVIRT_SCHEDULABLE = 'kubevirt.io/schedulable';

/** Why kube-scheduler would refuse a machine there: machines tolerate no taints. */
function repelledBecause({ metadata, spec }: Node): string | undefined {
  const taint = spec?.taints?.find(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  if (taint !== undefined) return `bears the taint ${nameOf(taint)}`;
  return metadata.labels?.[KUBEVIRT_SCHEDULABLE] === 'false' ? 'has no virt-handler that answers' : undefined;
}

function nameOf({ key, value, effect }: Taint): string {
  return `${key}${value === undefined ? '' : `=${value}`}:${effect}`;
}

export function isNodeReady(node: Node): boolean {
  return node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function architectureOf(node: Node | undefined): string {
  return node?.status?.nodeInfo?.architecture ?? node?.metadata.labels?.['kubernetes.io/arch'] ?? 'amd64';
}
