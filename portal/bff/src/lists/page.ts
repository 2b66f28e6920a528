import type { Page } from '@gpulease/contract/common';
import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../database/schema.ts';
import { orderOf, type Order, type Position, type Sorting } from './sorting.ts';

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
  /** `name`, or `-name` for the other way round. */
  readonly sort?: string | undefined;
  /**
   * For who reads the whole list: the page, the first by number, begins after this position. What leaves the list meanwhile
   * moves no other row, as it would where pages are counted off; only a row that itself gets another place can be missed.
   */
  readonly after?: Position | undefined;
}

/** A page for who reads the whole list. */
export interface Part<Item> extends Page<Item> {
  /** After which position the next part begins; null after the last. */
  readonly next: Position | null;
}

/** One page of a query. */
export async function selectPage<From extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, From, Row>,
  paging: Paging,
  sorting: Sorting,
): Promise<Page<Row>> {
  const order = orderOf(paging, sorting);
  const rows = await query
    .select(order.position.as('position'))
    .where(order.begins)
    .orderBy(order.by)
    .limit(paging.pageSize)
    .offset(offsetOf(paging))
    .execute();
  const counted = query.clearSelect().select(sql`true`.as('counted'));
  return toPage(paging, rows, () => countUpTo(database, sql`${counted}`));
}

/** What follows the conditions of a query that is written by hand, to have one page of it. */
export function onePage(paging: Paging, { begins, by }: Order): RawBuilder<unknown> {
  return sql`AND ${begins} ORDER BY ${by} LIMIT ${paging.pageSize} OFFSET ${offsetOf(paging)}`;
}

function offsetOf({ page, pageSize }: Paging): number {
  return (page - 1) * pageSize;
}

export interface Positioned {
  readonly position: Position;
}

/** The page of rows that were selected with their positions. Who reads the whole list has no use for how many there are. */
export async function toPage<Row>(
  { page, pageSize, after }: Paging,
  rows: readonly (Row & Positioned)[],
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const items = rows.map(({ position: _, ...row }) => row as Row);
  if (after === undefined) return { items, total: await count(), page, pageSize };
  const next = rows.length < pageSize ? undefined : rows.at(-1)?.position;
  return partOf(items, next);
}

/** The items after a position in a list, and the next position. */
export function partOf<Item>(items: Item[], next?: Position): Part<Item> {
  return { items, total: items.length, page: 1, pageSize: items.length, next: next ?? null };
}

/** How many rows a query has, as far as MOST_COUNTED and one more. */
export async function countUpTo(database: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM (${query} LIMIT ${MOST_COUNTED + 1}) AS counted`.execute(database);
  return Number(rows[0]?.total ?? 0n);
}

/** A page with its rows turned into something else. */
export function mapPage<From, To>(page: Page<From>, convert: (item: From) => To): Page<To> {
  return { ...page, items: page.items.map(convert) };
}
