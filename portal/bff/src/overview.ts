/** The operators' overview: people, machines, GPUs and money at a glance. */
import type { Overview } from '@gpulease/contract/admin';
import type { WorkloadStatus } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { readTurnover } from './metering/turnover.ts';
import type { Handlers } from './http/handler.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { statusOf } from './workloads/state.ts';

export function overviewHandlers(reader: WorkloadReader): Handlers<'getOverview'> {
  return { getOverview: () => readOverview(reader) };
}

async function readOverview({ database, workloads, catalog }: WorkloadReader): Promise<Overview> {
  const users = await database
    .selectFrom('user_account')
    .select([
      sql<bigint>`count(*)`.as('total'),
      sql<bigint>`count(*) FILTER (WHERE status = 'active')`.as('active'),
    ])
    .where('role', '=', 'USER')
    .executeTakeFirstOrThrow();
  const live = workloads.store.list();
  const byStatus: Partial<Record<WorkloadStatus, number>> = {};
  for (const workload of live) {
    const status = statusOf(workload);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  return {
    users: { total: Number(users.total), active: Number(users.active) },
    workloads: { total: live.length, byStatus },
    gpus: catalog.regions.store
      .list()
      .flatMap(({ metadata, status }) =>
        (status?.capacity ?? []).map((capacity) => ({ region: metadata.name, ...capacity })),
      ),
    money: await readTurnover(database),
  };
}
