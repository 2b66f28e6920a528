/** Which workloads wait for a place, and their position in the queue. Pure. */
import { fundedReasons, placementReasons, workloadReasons, type Workload } from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { statusOf } from './state.ts';

type Skus = Pick<Catalogue, 'skus'>;

/** Reasons that end by waiting; under the others someone has to change something. */
const turnReasons: ReadonlySet<string> = new Set([placementReasons.noCapacity, placementReasons.queued]);

const waitingReasons: ReadonlySet<string> = new Set(Object.values(placementReasons));

/** Reasons of a reserved start that is not due, so nothing is late. */
const reservedReasons: ReadonlySet<string> = new Set([
  workloadReasons.booked,
  workloadReasons.reservationTooFar,
]);

/** Whether it would run if some condition were different; a reservation only waits for its time. */
export function isWaiting(workload: Workload): boolean {
  return statusOf(workload) === 'PENDING' && !reservedReasons.has(workload.status?.reason ?? '');
}

/** Reasons that its customer resolves: by funds, by wanting less or later, or by another order. */
const customersReasons: ReadonlySet<string> = new Set([
  fundedReasons.awaitingFunds,
  fundedReasons.spendingLimit,
  fundedReasons.rateLimited,
  fundedReasons.nameTaken,
  placementReasons.quotaExceeded,
  workloadReasons.portQuotaExceeded,
  workloadReasons.storageQuotaExceeded,
  workloadReasons.notOnOffer,
]);

/** Whether it waits for room, or for something that operators fix. */
export function waitsForOperators(workload: Workload): boolean {
  return isWaiting(workload) && !customersReasons.has(workload.status?.reason ?? '');
}

/** Whether it is served as soon as there is room, and so has a place in the queue. */
export function waitsForRoom(workload: Workload): boolean {
  return isPendingFor(turnReasons, workload);
}

/** Returns places by key; 1 is next. As in the operator, a queue has one region and one GPU model, or none; oldest first. */
export function queuePlaces(all: readonly Workload[], { skus }: Skus): ReadonlyMap<string, number> {
  const waiting = all.filter((workload) => isPendingFor(waitingReasons, workload));
  const lines = Map.groupBy(waiting, (workload) => lineOf(workload, { skus }));
  return new Map(
    [...lines.values()].flatMap((line) =>
      line.toSorted(byAge).map(({ metadata }, index) => [objectKey(metadata), index + 1] as const),
    ),
  );
}

function isPendingFor(reasons: ReadonlySet<string>, { metadata, status }: Workload): boolean {
  const isPending = status?.phase === 'Pending' && metadata.deletionTimestamp === undefined;
  return isPending && reasons.has(status.reason ?? '');
}

/** Returns how many already wait in the queue that an order for the SKU in the region would join. */
export function queueLength(
  all: readonly Workload[],
  wish: Pick<Workload['spec'], 'sku' | 'region'>,
  catalogue: Skus,
): number {
  const line = lineOf({ spec: wish }, catalogue);
  return all.filter((one) => isPendingFor(waitingReasons, one) && lineOf(one, catalogue) === line).length;
}

type Wanting = { spec: Pick<Workload['spec'], 'sku' | 'region'> } & Pick<Workload, 'status'>;

function lineOf({ spec, status }: Wanting, { skus }: Skus): string {
  const gpu = status?.resources ? status.resources.gpu : skus.store.get({ name: spec.sku })?.spec.gpu;
  return `${spec.region}/${gpu?.model ?? ''}`;
}

function byAge({ metadata: one }: Workload, { metadata: other }: Workload): number {
  const difference = Date.parse(one.creationTimestamp ?? '') - Date.parse(other.creationTimestamp ?? '');
  if (difference !== 0) return difference;
  return objectKey(one) < objectKey(other) ? -1 : 1;
}
