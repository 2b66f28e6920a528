import type { Page } from '@gpulease/contract/common';
import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from './schema.ts';

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
  /** `name`, or `-name` for the other way round. */
  readonly sort?: string | undefined;
}

/**
 * One page of a query. `columns` says what each field that may be sorted by is in SQL; the first is the default. The
 * others decide between equal rows, so one of them must be unique, or rows may move between pages.
 */
export async function selectPage<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, pageSize, sort }: Paging,
  columns: Readonly<Record<string, Expression<unknown>>>,
): Promise<Page<Row>> {
  const field = sort?.replace(/^-/, '') ?? '';
  const column = columns[field] ?? Object.values(columns)[0] ?? sql`1`;
  const others = Object.values(columns).filter((other) => other !== column);
  const direction = sort && !sort.startsWith('-') ? 'asc' : 'desc';
  let sorted = query.orderBy(column, (order) =>
    direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
  );
  for (const other of others) sorted = sorted.orderBy(other);
  const items = await sorted
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { items, total: await countRows(query), page, pageSize };
}

/** As `countUpTo`, of a query of the query builder. */
async function countRows<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const rows = query.clearSelect();
  const beyond = await rows
    .select(sql`true`.as('beyond'))
    .offset(MOST_COUNTED)
    .limit(1)
    .execute();
  if (beyond.length > 0) return MOST_COUNTED + 1;
  const { total } = await rows.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** How many rows a query has, as far as MOST_COUNTED and one more. */
export async function countUpTo(database: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM (${query} LIMIT ${MOST_COUNTED + 1}) AS counted`.execute(database);
  return Number(rows[0]?.total ?? 0n);
}

/** The page of rows that were selected by hand. */
export function toPage<Item>(
  { page, pageSize }: Pick<Paging, 'page' | 'pageSize'>,
  items: Item[],
  total: number,
): Page<Item> {
  return { items, total, page, pageSize };
}

/** A page with its rows turned into something else. */
export function mapPage<From, To>(page: Page<From>, convert: (item: From) => To): Page<To> {
  return { ...page, items: page.items.map(convert) };
}

/** `%text%` for ILIKE, the wildcards in the text taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
