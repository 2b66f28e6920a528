/** The operators' overview: people, machines, GPUs and money at a glance. */
import type { Overview } from '@gpulease/contract/overview';
import { sql } from 'kysely';
import { tenantOf } from '@gpulease/crds';
import type { Catalogue } from './catalogue/catalogue.ts';
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
  type CatalogueObjects,
} from './overview-facts.ts';
import type { AllHandlers } from './http/handler.ts';
import { readLowBalances, readTurnover } from './metering/turnover.ts';
import { countOpenPayments } from './payments/open-payments.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { tenantUsername } from './tenants/usernames.ts';

export function overviewHandlers(reader: WorkloadReader): Pick<AllHandlers, 'getOverview'> {
  return { getOverview: () => readOverview(reader) };
}

async function readOverview({ database, workloads, catalogue }: WorkloadReader): Promise<Overview> {
  const live = workloads.store.list();
  const owned = live.map((workload) => ({
    workload,
    user: tenantUsername(catalogue, tenantOf(workload) ?? ''),
  }));
  return {
    users: await countUsers(database),
    workloads: countsOf(live),
    gpus: gpusOf(catalogue.regions.store.list()),
    soldOut: soldOutOf(catalogue.skus.store.list()),
    queue: queueOf(owned),
    failing: failingOf(owned),
    nodes: firstOf(troubledNodes(catalogue.nodes.store.list())),
    notReady: firstOf(notReadyOf(objectsOf(catalogue))),
    lowBalances: await readLowBalances(database),
    openPayments: await countOpenPayments(database),
    money: await readTurnover(database),
  };
}

/** The catalogue without its nodes. */
export function objectsOf(catalogue: Catalogue): CatalogueObjects {
  return {
    regions: catalogue.regions.store.list(),
    gpus: catalogue.gpus.store.list(),
    skus: catalogue.skus.store.list(),
    images: catalogue.images.store.list(),
    policies: catalogue.pricingPolicies.store.list(),
  };
}

async function countUsers(database: Database): Promise<Overview['users']> {
  const { rows } = await sql<{ total: bigint; active: bigint }>`
    SELECT COALESCE(sum(amount) FILTER (WHERE measure = 'USERS'), 0)::bigint AS total,
      COALESCE(sum(amount) FILTER (WHERE measure = 'ACTIVE_USERS'), 0)::bigint AS active
    FROM platform_sum WHERE starts_at = 'epoch'`.execute(database);
  return { total: Number(rows[0]?.total ?? 0n), active: Number(rows[0]?.active ?? 0n) };
}
