import type { Page } from '@gpulease/contract/common';
import { sql, type SelectQueryBuilder, type Expression } from 'kysely';
import type { Tables } from './schema.ts';

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string | undefined;
}

/** One page of a query. `columns` says what each field that may be sorted by is in SQL; the first is the default. */
export async function selectPage<From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, pageSize, sort }: Paging,
  columns: Readonly<Record<string, Expression<unknown>>>,
): Promise<Page<Row>> {
  const field = sort?.replace(/^-/, '') ?? '';
  const column = columns[field] ?? Object.values(columns)[0] ?? sql`1`;
  const direction = sort && !sort.startsWith('-') ? 'asc' : 'desc';
  const { total } = await query
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const items = await query
    .orderBy(column, (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { items, total: Number(total), page, pageSize };
}

/** A page with its rows turned into something else. */
export function mapPage<From, To>(page: Page<From>, convert: (item: From) => To): Page<To> {
  return { ...page, items: page.items.map(convert) };
}

/** `%text%` for ILIKE, the wildcards in the text taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
