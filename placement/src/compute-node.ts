import { plannedMaintenanceOf, type ComputeNodeSpec } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import type { Amounts, Span } from './capacity.ts';

/** Returns the amounts that the admin has declared for the node. */
export function declaredAmounts({ resources }: ComputeNodeSpec): Amounts {
  const { cpu, memory, storage, gpus } = resources;
  return {
    cpu: cpu * 1000,
    memory: parseQuantity(memory),
    storage: parseQuantity(storage),
    gpus: gpus?.count ?? 0,
    // The kubelet's own setting limits the pods.
    pods: Infinity,
  };
}

/** Returns the span of a node's planned maintenance, during which its machines do not run. */
export function maintenanceSpan(spec: Pick<ComputeNodeSpec, 'maintenance'>, now: Date): Span | undefined {
  const planned = plannedMaintenanceOf(spec, now);
  return planned && { from: planned.startTime.getTime(), until: planned.endTime.getTime() };
}
