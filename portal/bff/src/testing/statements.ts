/** Records the statements of the product and explains how PostgreSQL executes them. */
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import type { Database, Tables } from '../database/schema.ts';

export interface Statements {
  readonly database: Database;
  /** Returns the plan of the first statement that `work` sends to `database` and that matches the pattern. */
  planOf(pattern: RegExp, work: () => Promise<unknown>): Promise<string>;
}

/** Creates a database on the pool whose statements can be explained. */
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
