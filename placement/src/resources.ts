import type { GPU, SKU, Workload, WorkloadStatus } from '@gpulease/crds';
import { formatBytes, parseQuantity } from '@gpulease/kube';

export type WorkloadResources = NonNullable<WorkloadStatus['resources']>;

export interface Ordered {
  workload: Workload;
  sku: SKU | undefined;
  /** The GPU model of its order, or else of the SKU. */
  gpu: GPU | undefined;
}

/** Returns what the machine gets: as ordered, even if the SKU has changed since. */
export function resourcesOf({ workload, sku, gpu }: Ordered): WorkloadResources | undefined {
  if (workload.status?.resources !== undefined) return workload.status.resources;
  if (sku === undefined) return undefined;
  const quantity = workload.spec.skuQuantity;
  const included = parseQuantity(sku.spec.disk) * quantity;
  const gpuPart = gpuResources(sku.spec.gpu, gpu, quantity);
  if (sku.spec.gpu !== undefined && gpuPart === undefined) return undefined;
  return {
    cpu: sku.spec.cpu * quantity,
    memory: formatBytes(parseQuantity(sku.spec.memory) * quantity),
    disk: formatBytes(included),
    ...(gpuPart === undefined ? {} : { gpu: gpuPart }),
  };
}

function gpuResources(
  wanted: { model: string; count: number } | undefined,
  gpu: GPU | undefined,
  quantity: number,
) {
  if (wanted === undefined || gpu === undefined) return undefined;
  return { model: wanted.model, deviceName: gpu.spec.deviceName, count: wanted.count * quantity };
}

/** Returns the ordered size of the root disk, limited to the SKU's disk, which is all that the price includes. */
export function diskPaidFor({ spec }: Workload, resources: WorkloadResources | undefined): string {
  const { rootDiskSize: ordered } = spec;
  const included = resources?.disk;
  return included !== undefined && parseQuantity(ordered) > parseQuantity(included) ? included : ordered;
}
