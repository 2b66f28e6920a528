/** The operators' overview: people, machines, GPUs and money at a glance. */
import type { Overview } from '@gpulease/contract/admin';
import { sql } from 'kysely';
import type { Database } from './database/schema.ts';
import { countsOf, failingOf, gpusOf, queueOf, troubledNodes } from './fleet.ts';
import type { Handlers } from './http/handler.ts';
import { readLowBalances, readTurnover } from './metering/turnover.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { tenantUsername } from './tenants/usernames.ts';
import { ownerOf } from './workloads/sources.ts';

export function overviewHandlers(reader: WorkloadReader): Handlers<'getOverview'> {
  return { getOverview: () => readOverview(reader) };
}

async function readOverview({ database, workloads, catalog }: WorkloadReader): Promise<Overview> {
  const live = workloads.store.list();
  const owned = live.map((workload) => ({
    workload,
    user: tenantUsername(catalog, ownerOf(workload) ?? ''),
  }));
  return {
    users: await countUsers(database),
    workloads: countsOf(live),
    gpus: gpusOf(catalog.regions.store.list()),
    queue: queueOf(owned),
    failing: failingOf(owned),
    nodes: troubledNodes(catalog.nodes.store.list()),
    lowBalances: await readLowBalances(database),
    money: await readTurnover(database),
  };
}

async function countUsers(database: Database): Promise<Overview['users']> {
  const { total, active } = await database
    .selectFrom('user_account')
    .select([
      sql<bigint>`count(*)`.as('total'),
      sql<bigint>`count(*) FILTER (WHERE status = 'active')`.as('active'),
    ])
    .where('role', '=', 'USER')
    .executeTakeFirstOrThrow();
  return { total: Number(total), active: Number(active) };
}
