/** The nodes of a region and their occupancy, according to the cluster's statuses. Pure. */
import { conditionTypes, type ComputeNode, type ComputeNodeStatus, type Workload } from '@gpulease/crds';
import { findCondition, isDeleting, parseQuantity } from '@gpulease/kube';
import { maintenanceSpan, declaredAmounts } from '@gpulease/placement/compute-node';
import { NO_AMOUNTS, type Amounts, type NodeCapacity } from '@gpulease/placement/capacity';
import { NodeOccupancy } from '@gpulease/placement/node-occupancy';
import type { Candidate } from '@gpulease/placement/request';
import { allocationOf, type Circumstances } from '@gpulease/placement/workload-allocation';

interface Situation {
  readonly nodes: readonly ComputeNode[];
  readonly workloads: readonly Workload[];
  readonly now: Date;
}

export function candidatesOf(
  { nodes, workloads, now }: Situation,
  circumstancesOf: (workload: Workload) => Circumstances,
): Candidate[] {
  const occupancies = new Map(nodes.map(({ metadata }) => [metadata.name, new NodeOccupancy()]));
  for (const workload of workloads) {
    const allocation = allocationOf(workload, circumstancesOf(workload));
    if (allocation !== undefined) occupancies.get(allocation.node)?.add(allocation);
  }
  return nodes.map((node) => ({
    node: capacityOf(node, now),
    occupancy: occupancies.get(node.metadata.name) ?? new NodeOccupancy(),
  }));
}

function capacityOf(node: ComputeNode, now: Date): NodeCapacity {
  const { metadata, spec, status = {} } = node;
  return {
    name: metadata.name,
    region: spec.region,
    closed: placementBlockOf(node),
    away: maintenanceSpan(spec, now),
    skus: spec.skus,
    architecture: status.architecture ?? 'amd64',
    gpuModel: spec.resources.gpus?.model,
    amounts: amountsOf(status.capacity),
    declared: declaredAmounts(spec),
  };
}

/** Returns the operator's message on why no machine is placed there now. */
function placementBlockOf(node: ComputeNode): string | undefined {
  if (isDeleting(node)) return 'The node is being removed.';
  const schedulable = findCondition(node.status?.conditions, conditionTypes.schedulable);
  if (schedulable === undefined) return 'The node has not been checked yet.';
  return schedulable.status === 'True' ? undefined : schedulable.message;
}

function amountsOf(capacity: ComputeNodeStatus['capacity']): Amounts {
  if (capacity === undefined) return NO_AMOUNTS;
  const { cpu, memory, storage, gpus, pods = Infinity } = capacity;
  return { cpu: cpu * 1_000, memory: parseQuantity(memory), storage: parseQuantity(storage), gpus, pods };
}
