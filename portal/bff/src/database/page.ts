import type { Page } from '@gpulease/contract/common';
import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { sql, type SelectQueryBuilder, type Expression } from 'kysely';
import type { Tables } from './schema.ts';

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
  return { items, total: await countUpTo(query), page, pageSize };
}

/** How many rows there are, as far as MOST_COUNTED and one more. */
async function countUpTo<From extends keyof Tables, Row>(
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

/** The page of rows that were selected by hand, each with the `total` of them all. */
export function pageOfRows<Row extends { total: bigint }, Item>(
  { page, pageSize }: Pick<Paging, 'page' | 'pageSize'>,
  rows: readonly Row[],
  convert: (row: Row) => Item,
): Page<Item> {
  return { items: rows.map(convert), total: Number(rows[0]?.total ?? 0n), page, pageSize };
}

/** A page with its rows turned into something else. */
export function mapPage<From, To>(page: Page<From>, convert: (item: From) => To): Page<To> {
  return { ...page, items: page.items.map(convert) };
}

/** `%text%` for ILIKE, the wildcards in the text taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
