/** The order of lists in SQL, and where in it a page begins. */
import { sql, type Expression, type RawBuilder } from 'kysely';

export interface Sorting {
  /** A field, as in `?sort=`: `-createdAt` for the newest first. */
  readonly defaultSort: string;
  /** The SQL expression of each sortable field. None may be NULL, because no row can be selected as following NULL. */
  readonly fields: Readonly<Record<string, Expression<unknown>>>;
  /**
   * Together of no two rows the same, so that equal ones have an order, too. It is in the field's direction: an index on
   * both serves the list forwards and backwards.
   */
  readonly unique: readonly Expression<unknown>[];
}

/** What a row is sorted by, as PostgreSQL writes it. None: before the first row. */
export type Position = readonly string[];

export interface Order {
  /** For ORDER BY. */
  readonly by: RawBuilder<unknown>;
  /** Whether a row comes after the given position. */
  readonly begins: RawBuilder<boolean>;
  /** The position of a row. */
  readonly position: RawBuilder<Position>;
}

/** The requested order, or the default; continues after a position, if given. */
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

/** `name`, or `-name` for the other way round. */
export function parseSort(sort: string): { readonly field: string; readonly isDescending: boolean } {
  return { field: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
}

/** A time that a row may not have: it comes before all others then. */
export function orEarliest(time: Expression<unknown>): RawBuilder<Date> {
  return sql`COALESCE(${time}, '-infinity')`;
}

/** A time that a row may not have: it comes after all others then. */
export function orLatest(time: Expression<unknown>): RawBuilder<Date> {
  return sql`COALESCE(${time}, 'infinity')`;
}
