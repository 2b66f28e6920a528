/** The portal's handlers of lists and gauges, on books without orders and with one customer's machines in memory. */
import type { Query } from '@gpulease/contract/routes';
import type { Tenant, Workload } from '@gpulease/crds';
import type { Cluster, Informer } from '@gpulease/kube';
import { IndexedStore } from '../../kube/src/store.ts';
import type { Database } from '../../portal/bff/src/database/schema.ts';
import type { Context } from '../../portal/bff/src/http/handler.ts';
import type { Logger } from '../../portal/bff/src/http/logger.ts';
import { workloadHandlers } from '../../portal/bff/src/workloads/handlers.ts';
import { MachineGauges } from '../../portal/bff/src/workloads/metrics/machine-gauges.ts';
import type { MetricsSource } from '../../portal/bff/src/workloads/metrics/source.ts';
import { workloadIndexers } from '../../portal/bff/src/workloads/sources.ts';
import { catalogue, informerOf } from '../ledger/scale/fakes.ts';
import { owner } from './fleet.ts';

/** A portal with empty caches, so that all values come from the source. */
export interface NewPortal {
  /** Throws unless the portal has the gauges of all machines. */
  gaugesForCustomer(uids: readonly string[]): Promise<void>;
  gaugesForOperator(uids: readonly string[]): Promise<void>;
  /** Lists one page of the customer's machines. */
  list(query: Pick<Query<'listWorkloads'>, 'sort' | 'page' | 'pageSize'>): Promise<void>;
}

interface PortalParts {
  readonly database: Database;
  readonly fleet: readonly Workload[];
  readonly now: Date;
}

export function portalsOf({ database, fleet, now }: PortalParts): (source: MetricsSource) => NewPortal {
  const tenant = { metadata: { name: owner }, spec: { username: owner, state: 'Active' } };
  const reader = {
    database,
    workloads: { store: storeOf(fleet) } as unknown as Informer<Workload>,
    catalogue: { ...catalogue, tenants: informerOf(tenant as unknown as Tenant) },
  };
  const clock = { now: () => now };
  const log = { warn: complain } as unknown as Logger;
  return (source) => {
    const gauges = new MachineGauges({ source, clock, log });
    const unused = {
      ...{ cluster: noCluster, metrics: undefined, fleetGauges: undefined },
      ...{ defaultQuota: {}, startsPerHour: 1 },
    };
    return wrap(workloadHandlers({ ...reader, ...unused, clock, gauges }));
  };
}

/** Unused, since nothing is changed. */
const noCluster = { resource: () => undefined } as unknown as Cluster;

/** Fails the benchmark: a page without gauges is fast but no valid measurement. */
function complain({ err }: { err: unknown }): void {
  console.error(`The portal could not read the source: ${String(err)}`);
  process.exitCode = 1;
}

function storeOf(fleet: readonly Workload[]): IndexedStore<Workload> {
  const store = new IndexedStore<Workload>(workloadIndexers);
  for (const workload of fleet) store.put(workload);
  return store;
}

/** Serializes each response, as over HTTP. */
function wrap(handlers: ReturnType<typeof workloadHandlers>): NewPortal {
  const asOwner = { caller: { id: owner } };
  return {
    async gaugesForCustomer(uids) {
      const input = { query: { uids } } as Parameters<typeof handlers.getWorkloadGauges>[0];
      JSON.stringify(await handlers.getWorkloadGauges(input, asOwner as Context<'getWorkloadGauges'>));
    },
    async gaugesForOperator(uids) {
      const input = { query: { uids } } as Parameters<typeof handlers.getAnyWorkloadGauges>[0];
      JSON.stringify(await handlers.getAnyWorkloadGauges(input, asOwner as Context<'getAnyWorkloadGauges'>));
    },
    async list(query) {
      const input = { query } as Parameters<typeof handlers.listWorkloads>[0];
      JSON.stringify(await handlers.listWorkloads(input, asOwner as Context<'listWorkloads'>));
    },
  };
}
