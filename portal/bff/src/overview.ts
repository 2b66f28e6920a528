/** The operators' overview: people, machines, GPUs and money at a glance. */
import type { Overview } from '@gpulease/contract/overview';
import { sql } from 'kysely';
import { tenantOf } from '@gpulease/crds';
import type { Catalog } from './catalog/catalog.ts';
import type { Database } from './database/schema.ts';
import {
  countsOf,
  failingOf,
  firstOf,
  gpusOf,
  notReadyOf,
  queueOf,
  soldOutOf,
  troubledNodes,
  type CatalogObjects,
} from './overview-facts.ts';
import type { AllHandlers } from './http/handler.ts';
import { readLowBalances, readTurnover } from './metering/turnover.ts';
import { countOpenPayments } from './payments/open-payments.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { tenantUsername } from './tenants/usernames.ts';

export function overviewHandlers(reader: WorkloadReader): Pick<AllHandlers, 'getOverview'> {
  return { getOverview: () => readOverview(reader) };
}

async function readOverview({ database, workloads, catalog }: WorkloadReader): Promise<Overview> {
  const live = workloads.store.list();
  const owned = live.map((workload) => ({
    workload,
    user: tenantUsername(catalog, tenantOf(workload) ?? ''),
  }));
  return {
    users: await countUsers(database),
    workloads: countsOf(live),
    gpus: gpusOf(catalog.regions.store.list()),
    soldOut: soldOutOf(catalog.skus.store.list()),
    queue: queueOf(owned),
    failing: failingOf(owned),
    nodes: firstOf(troubledNodes(catalog.nodes.store.list())),
    notReady: firstOf(notReadyOf(objectsOf(catalog))),
    lowBalances: await readLowBalances(database),
    openPayments: await countOpenPayments(database),
    money: await readTurnover(database),
  };
}

/** The catalogue without its nodes. */
export function objectsOf(catalog: Catalog): CatalogObjects {
  return {
    regions: catalog.regions.store.list(),
    gpus: catalog.gpus.store.list(),
    skus: catalog.skus.store.list(),
    images: catalog.images.store.list(),
    policies: catalog.pricingPolicies.store.list(),
  };
}

async function countUsers(database: Database): Promise<Overview['users']> {
  const { rows } = await sql<{ total: bigint; active: bigint }>`
    SELECT COALESCE(sum(amount) FILTER (WHERE measure = 'USERS'), 0)::bigint AS total,
      COALESCE(sum(amount) FILTER (WHERE measure = 'ACTIVE_USERS'), 0)::bigint AS active
    FROM platform_sum WHERE starts_at = 'epoch'`.execute(database);
  return { total: Number(rows[0]?.total ?? 0n), active: Number(rows[0]?.active ?? 0n) };
}
