import { plannedMaintenanceOf, type ComputeNodeSpec } from '@gpulease/crds';
import type { Span } from './capacity.ts';

/** Planned maintenance of a node, which its machines do not run through. */
export function awayFor(spec: Pick<ComputeNodeSpec, 'maintenance'>, now: Date): Span | undefined {
  const planned = plannedMaintenanceOf(spec, now);
  return planned && { from: planned.startTime.getTime(), until: planned.endTime.getTime() };
}
