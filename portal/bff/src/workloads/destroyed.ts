/** Lists of destroyed workloads: those in the archive, and those that the cluster has not removed yet. */
import type { Page } from '@gpulease/contract/common';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { conditionsOf, type FilterSql } from '../lists/filters.ts';
import { countUpTo, mapPage, onePage, toPage, type Paging } from '../lists/page.ts';
import type { Database } from '../database/schema.ts';
import { keyCondition, containing } from '../lists/search.ts';
import { orderOf, type Position, type Sorting } from '../lists/sorting.ts';
import { asDestroyed, type ArchivedRow, type Found } from './sources.ts';

type ListQuery = Query<'listAllWorkloads'>;
type Filters = Partial<Omit<ListQuery, keyof Paging | 'format' | 'language' | 'columns' | 'status'>> & {
  readonly userId?: string | undefined;
};

/** Returns one page of destroyed workloads. `live` are still in the cluster, even if the archive already has them. */
export async function listDestroyed(
  database: Database,
  live: readonly Found[],
  query: Filters & Paging,
): Promise<Page<Found>> {
  const order = orderOf(query, sorting);
  const found = query.search ? await searched(database, live, query.search) : sql`true`;
  const wanted = sql`${destroyed(live)} WHERE ${conditionsOf(filterSql, query)} AND ${found}`;
  const { rows } = await sql<ArchivedRow & { position: Position }>`
    SELECT w.object, w.user_id, w.order_id, ${order.position} AS position
    ${wanted} ${onePage(query, order)}`.execute(database);
  const page = await toPage<ArchivedRow>(query, rows, () => countUpTo(database, sql`SELECT ${wanted}`));
  return mapPage(page, asDestroyed);
}

const username = sql`COALESCE(u.username, w.user_id)`;

const sorting: Sorting = {
  defaultSort: '-createdAt',
  fields: {
    createdAt: sql`w.created_at`,
    name: sql`w.name`,
    status: sql`'DESTROYED'::text`,
    sku: sql`w.sku`,
    region: sql`w.region`,
    node: sql`w.node`,
    user: username,
  },
  unique: [sql`w.workload_uid`],
};

const filterSql: FilterSql<Omit<Filters, 'search'>> = {
  userId: (id) => sql`w.user_id = ${id}`,
  user: (name) => sql`w.user_id = (SELECT id FROM user_account WHERE username = ${name})`,
  mode: (mode) => sql`o.mode = ${mode}`,
  region: (region) => sql`w.region = ${region}`,
  sku: (sku) => sql`w.sku = ${sku}`,
  image: (image) => sql`w.image = ${image}`,
  pricing: (policy) => sql`w.policy = ${policy}`,
  node: (node) => sql`w.node = ${node}`,
  reason: (reason) => sql`w.reason = ${reason}`,
  waiting: () => sql`false`,
};

/** Searches names, owners, uids and order ids. Users who exist only in the cluster are found by id. */
async function searched(database: Database, live: readonly Found[], text: string) {
  const pattern = containing(text);
  const owners = await keyCondition(
    database,
    sql`SELECT id AS key FROM user_account WHERE username ILIKE ${pattern}
      UNION ALL SELECT unknown FROM unnest(${live.map(({ userId }) => userId)}::text[]) AS unknown
      WHERE unknown ILIKE ${pattern} AND NOT EXISTS (SELECT FROM user_account u WHERE u.id = unknown)`,
  );
  return sql`(w.name ILIKE ${pattern} OR ${owners(sql`w.user_id`)} OR w.sku ILIKE ${pattern}
    OR w.node ILIKE ${pattern} OR w.image ILIKE ${pattern} OR w.workload_uid = ${text} OR w.order_id::text = ${text})`;
}

/** Selects all destroyed workloads, each once, with their owners and orders. */
function destroyed(live: readonly Found[]): RawBuilder<unknown> {
  return sql`FROM (
      SELECT * FROM workload_archive
      UNION ALL
      SELECT * FROM jsonb_populate_recordset(NULL::workload_archive, ${JSON.stringify(live.map(toRow))}) AS live
      WHERE NOT EXISTS (SELECT FROM workload_archive AS kept WHERE kept.workload_uid = live.workload_uid)
    ) AS w
    LEFT JOIN user_account u ON u.id = w.user_id LEFT JOIN workload_order o ON o.id = w.order_id`;
}

/** Returns the row that the archive will have. */
function toRow({ workload, userId, orderId }: Found) {
  const { metadata, spec, status } = workload;
  const { uid: workload_uid, name, creationTimestamp: created_at } = metadata;
  const { sku, region, image, pricing } = spec;
  return {
    ...{ workload_uid, order_id: orderId ?? null, user_id: userId, name, object: workload, created_at },
    ...{ sku, region, image, policy: pricing.policy, node: status?.placed?.node ?? '' },
    reason: status?.reason ?? '',
  };
}
