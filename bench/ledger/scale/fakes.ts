/** Fakes of a cluster without an API server, to measure the database alone. */
import type { PricingPolicy, Region, SKU, Workload } from '@gpulease/crds';
import type { ApiObject, Informer } from '@gpulease/kube';
import type { Catalogue } from '../../../portal/bff/src/catalogue/catalogue.ts';
import { readOrders } from '../../../portal/bff/src/orders/order-facts.ts';
import type { Database } from '../../../portal/bff/src/database/schema.ts';
import { shownWorkload } from '../../../portal/bff/src/testing/shown-workload.ts';

/** Returns an informer that has seen these objects and no change. */
export function informerOf<T extends ApiObject>(...objects: readonly T[]): Informer<T> {
  const byName = new Map(objects.map((object) => [object.metadata.name, object]));
  return {
    store: { get: ({ name }: { name: string }) => byName.get(name), list: () => objects, byIndex: () => [] },
    onChange: () => () => undefined,
  } as unknown as Informer<T>;
}

const named = (name: string) => ({ metadata: { name, uid: name } });

/** A catalogue of one SKU at one price in one region. */
export const catalogue = {
  skus: informerOf({
    ...named('standard'),
    spec: { state: 'Active', cpu: 4, memory: '8Gi', disk: '100Gi', pricing: ['hourly'] },
    status: { availability: [{ region: 'central', available: 10, largest: 10 }] },
  } as unknown as SKU),
  regions: informerOf({ ...named('central'), spec: { state: 'Active' } } as unknown as Region),
  pricingPolicies: informerOf({
    ...named('hourly'),
    spec: { mode: 'OnDemand', price: '1.58', unit: 'Hour' },
  } as unknown as PricingPolicy),
  images: informerOf(),
  nodes: informerOf(),
  gpus: informerOf(),
  tenants: informerOf(),
} as unknown as Catalogue;

/** Returns the Workloads of all live orders, running and with a status that matches the books. */
export async function workloadsOf(database: Database): Promise<Informer<Workload>> {
  const orders = await readOrders(database, 'live');
  return informerOf(...orders.map(shownWorkload));
}
