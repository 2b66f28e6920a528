import type { WorkloadStatus } from '@gpulease/crds';
import type { GPU } from '@gpulease/crds';
import { formatBytes, parseQuantity } from '@gpulease/kube';
import type { Scope } from '../scope.ts';

export type WorkloadResources = NonNullable<WorkloadStatus['resources']>;

/** What the machine gets: as it was at the order, however the SKU has changed since. */
export function resourcesOf({
  workload,
  sku,
  gpu,
}: Pick<Scope, 'workload' | 'sku' | 'gpu'>): WorkloadResources | undefined {
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
