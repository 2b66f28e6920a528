/** Which times a machine may be stopped at by itself. */
import type { WorkloadSpec } from '@gpulease/crds';
import type { WorkloadChange } from '@gpulease/contract/workloads';
import { invalidFields, ProductError } from '../http/product-error.ts';

type Wish = Pick<WorkloadChange, 'autoStop' | 'postponedUntil'>;
type Terms = Pick<WorkloadSpec, 'schedule' | 'reservation' | 'placement'>;

/**
 * Throws INVALID_ARGUMENT for a stop that has passed or comes before the start, and ILLEGAL_TRANSITION where there is none
 * to put off.
 */
export function checkAutoStop({ autoStop, postponedUntil }: Wish, spec: Terms, now: Date): void {
  if (autoStop?.kind === 'AT') checkTime('autoStop.at', autoStop.at, { spec, now });
  if (postponedUntil === undefined) return;
  if (spec.schedule === undefined) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  checkTime('postponedUntil', postponedUntil, { spec, now });
}

function checkTime(field: string, at: string, { spec, now }: { spec: Terms; now: Date }): void {
  if (Date.parse(at) <= now.getTime()) throw invalidFields({ [field]: 'dateInPast' });
  const start = spec.reservation?.startTime ?? spec.placement?.startTime;
  if (start !== undefined && Date.parse(at) <= Date.parse(start))
    throw invalidFields({ [field]: 'stopBeforeStart' });
}
