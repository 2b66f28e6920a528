import type { Page } from '@gpulease/contract/common';
import { MOST_COUNTED } from '@gpulease/contract/endpoints';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../database/schema.ts';
import { orderOf, type Order, type Position, type Sorting } from './sorting.ts';

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
  /** `name`, or `-name` for descending order. */
  readonly sort?: string | undefined;
  /**
   * For callers that read the whole list: page 1 begins after this position. Unlike with page numbers, rows that leave the list
   * meanwhile do not shift others; only a row whose own position changes can be missed.
   */
  readonly after?: Position | undefined;
}

/** A page for callers that read the whole list. */
export interface Part<Item> extends Page<Item> {
  /** The position after which the next part begins; null in the last part. */
  readonly next: Position | null;
}

/** Selects one page of a query. */
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

/** Returns the SQL that follows the conditions of a raw query to select one page. */
export function onePage(paging: Paging, { begins, by }: Order): RawBuilder<unknown> {
  return sql`AND ${begins} ORDER BY ${by} LIMIT ${paging.pageSize} OFFSET ${offsetOf(paging)}`;
}

function offsetOf({ page, pageSize }: Paging): number {
  return (page - 1) * pageSize;
}

export interface Positioned {
  readonly position: Position;
}

/** Builds a page from rows with positions. Calls `count` only for numbered pages, not for parts of the whole list. */
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

/** Builds a part from its items and the next position. */
export function partOf<Item>(items: Item[], next?: Position): Part<Item> {
  return { items, total: items.length, page: 1, pageSize: items.length, next: next ?? null };
}

/** Counts the rows of a query up to MOST_COUNTED + 1. */
export async function countUpTo(database: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM (${query} LIMIT ${MOST_COUNTED + 1}) AS counted`.execute(database);
  return Number(rows[0]?.total ?? 0n);
}

/** Converts the items of a page. */
export function mapPage<From, To>(page: Page<From>, convert: (item: From) => To): Page<To> {
  return { ...page, items: page.items.map(convert) };
}
