/** Checks the automatic stop that a customer chooses. */
import type { WorkloadSpec } from '@gpulease/crds';
import type { WorkloadChange } from '@gpulease/contract/workloads';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';

type Wish = Pick<WorkloadChange, 'autoStop' | 'postponedUntil'>;
type Terms = Pick<WorkloadSpec, 'sku' | 'schedule' | 'reservation' | 'placement'>;

/**
 * Throws INVALID_ARGUMENT for a stop in the past or before the start, and for an idle stop of a machine without GPUs,
 * and ILLEGAL_TRANSITION if there is no stop to postpone.
 */
export function checkAutoStop(
  { autoStop, postponedUntil }: Wish,
  spec: Terms,
  { clock, catalogue }: { readonly clock: Clock; readonly catalogue: Pick<Catalogue, 'skus'> },
): void {
  const now = clock.now();
  if (autoStop?.kind === 'AT') checkTime('autoStop.at', autoStop.at, { spec, now });
  const sku = catalogue.skus.store.get({ name: spec.sku });
  if (autoStop?.kind === 'IDLE' && sku !== undefined && sku.spec.gpu === undefined)
    throw invalidFields({ 'autoStop.kind': 'notOffered' });
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
