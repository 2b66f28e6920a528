import { plannedMaintenanceOf, type ComputeNodeSpec } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import type { Amounts, Span } from './capacity.ts';

/** What the admin declared the node to have. */
export function declaredAmounts({ resources }: ComputeNodeSpec): Amounts {
  const { cpu, memory, storage, gpus } = resources;
  return {
    cpu: cpu * 1000,
    memory: parseQuantity(memory),
    storage: parseQuantity(storage),
    gpus: gpus?.count ?? 0,
    // How many the kubelet takes is its own setting.
    pods: Infinity,
  };
}

/** Planned maintenance of a node, which its machines do not run through. */
export function awayFor(spec: Pick<ComputeNodeSpec, 'maintenance'>, now: Date): Span | undefined {
  const planned = plannedMaintenanceOf(spec, now);
  return planned && { from: planned.startTime.getTime(), until: planned.endTime.getTime() };
}
