import { sql, type RawBuilder } from 'kysely';

/** The SQL condition of each filter of a list. */
export type FilterSql<Filters> = {
  readonly [Name in keyof Filters]-?: (value: string) => RawBuilder<unknown>;
};

/** Returns the conjunction of all filters that are set. An empty filter is not set. */
export function conditionsOf<Filters extends { readonly [Name in keyof Filters]?: string | undefined }>(
  filterSql: FilterSql<Filters>,
  filters: Filters,
): RawBuilder<unknown> {
  const names = Object.keys(filterSql) as (keyof Filters)[];
  const wanted = names.flatMap((name) => {
    const value: string | undefined = filters[name];
    return value ? filterSql[name](value) : [];
  });
  return wanted.length === 0 ? sql`true` : sql.join(wanted, sql` AND `);
}
