/** The operators' overview: people, machines, GPUs and money at a glance. */
import type { Overview } from '@gpulease/contract/overview';
import { sql } from 'kysely';
import { tenantOf } from '@gpulease/crds';
import { readStateWithoutChecks } from './platform-state.ts';
import { readNeeds } from './alarms/needs.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/schema.ts';
import { countsOf, failingOf, gpusOf, queueOf, soldOutOf } from './overview-facts.ts';
import type { AllHandlers } from './http/handler.ts';
import { readLowBalances, readTurnover } from './metering/turnover.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { tenantUsername } from './tenants/usernames.ts';

interface OverviewReader extends WorkloadReader {
  readonly clock: Clock;
}

export function overviewHandlers(reader: OverviewReader): Pick<AllHandlers, 'getOverview'> {
  return { getOverview: () => readOverview(reader) };
}

async function readOverview(reader: OverviewReader): Promise<Overview> {
  const { database, workloads, catalogue, clock } = reader;
  const sight = await readStateWithoutChecks(reader);
  const live = workloads.store.list();
  const owned = live.map((workload) => ({
    workload,
    user: tenantUsername(catalogue, tenantOf(workload) ?? ''),
  }));
  return {
    needs: await readNeeds(database, sight, clock.now()),
    users: await countUsers(database),
    workloads: countsOf(live),
    gpus: gpusOf(catalogue.regions.store.list()),
    soldOut: soldOutOf(catalogue.skus.store.list()),
    queue: queueOf(owned),
    failing: failingOf(owned),
    lowBalances: await readLowBalances(database),
    openPayments: sight.openPayments,
    money: await readTurnover(database),
  };
}

async function countUsers(database: Database): Promise<Overview['users']> {
  const { rows } = await sql<{ total: bigint; active: bigint }>`
    SELECT COALESCE(sum(amount) FILTER (WHERE measure = 'USERS'), 0)::bigint AS total,
      COALESCE(sum(amount) FILTER (WHERE measure = 'ACTIVE_USERS'), 0)::bigint AS active
    FROM platform_sum WHERE starts_at = 'epoch'`.execute(database);
  return { total: Number(rows[0]?.total ?? 0n), active: Number(rows[0]?.active ?? 0n) };
}
