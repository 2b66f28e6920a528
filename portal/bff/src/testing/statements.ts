/** What the product asks the database, and how PostgreSQL carries it out. */
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import type { Database, Tables } from '../database/schema.ts';

export interface Statements {
  readonly database: Database;
  /** The plan of the first statement like the pattern that `work` sends to `database`. */
  planOf(pattern: RegExp, work: () => Promise<unknown>): Promise<string>;
}

/** A database on the pool whose statements can be explained. */
export function watchStatements(pool: Pool): Statements {
  let statements: CompiledQuery[] = [];
  const database: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      statements.push(query);
    },
  });
  return {
    database,
    async planOf(pattern, work) {
      statements = [];
      await work();
      const statement = statements.find((query) => pattern.test(query.sql));
      if (!statement) throw new Error(`Nothing was asked like ${pattern}`);
      const { sql, parameters } = statement;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
  };
}
