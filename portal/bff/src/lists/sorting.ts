/** The order of lists in SQL, and where in it a page begins. */
import { sql, type Expression, type RawBuilder } from 'kysely';

export interface Sorting {
  /** A field, as in `?sort=`: `-createdAt` for the newest first. */
  readonly defaultSort: string;
  /** The SQL expression of each sortable field. None may be NULL, because no row can be selected as following NULL. */
  readonly fields: Readonly<Record<string, Expression<unknown>>>;
  /**
   * Expressions that together identify a row and order rows with equal fields. They sort in the field's direction, so
   * that one index serves the list forwards and backwards.
   */
  readonly unique: readonly Expression<unknown>[];
}

/** The sort keys of a row as PostgreSQL text; empty before the first row. */
export type Position = readonly string[];

export interface Order {
  /** For ORDER BY. */
  readonly by: RawBuilder<unknown>;
  /** Whether a row comes after the given position. */
  readonly begins: RawBuilder<boolean>;
  /** The position of a row. */
  readonly position: RawBuilder<Position>;
}

/** Returns the requested or default order, which continues after a position if given. */
export function orderOf(
  { sort, after = [] }: { readonly sort?: string | undefined; readonly after?: Position | undefined },
  { defaultSort, fields, unique }: Sorting,
): Order {
  const { field, isDescending } = parseSort(sort ?? defaultSort);
  const column = fields[field];
  if (!column) throw new Error(`The list cannot be sorted by ${field}`);
  const keys = [column, ...unique];
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const comesAfter = isDescending ? sql`<` : sql`>`;
  return {
    by: sql.join(keys.map((key) => sql`${key} ${direction}`)),
    begins: after.length === 0 ? sql`true` : sql`(${sql.join(keys)}) ${comesAfter} (${sql.join(after)})`,
    position: sql`ARRAY[${sql.join(keys.map((key) => sql`${key}::text`))}]`,
  };
}

/** Parses `name`, or `-name` for descending order. */
export function parseSort(sort: string): { readonly field: string; readonly isDescending: boolean } {
  return { field: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
}

/** Sorts rows without the time before all others. */
export function orEarliest(time: Expression<unknown>): RawBuilder<Date> {
  return sql`COALESCE(${time}, '-infinity')`;
}

/** Sorts rows without the time after all others. */
export function orLatest(time: Expression<unknown>): RawBuilder<Date> {
  return sql`COALESCE(${time}, 'infinity')`;
}
