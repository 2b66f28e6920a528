/** The schema that a program requires: all migrations of its version, and possibly newer ones. */
import pg from 'pg';
import { migrationNames } from './migrator.ts';

const UNDEFINED_TABLE = '42P01';

/** Some of this version's migrations have not run yet. */
export class OlderSchemaError extends Error {
  constructor([first = '']: readonly string[]) {
    super(`the schema is older than this version: ${first} has not run`);
    this.name = 'OlderSchemaError';
  }
}

/** Throws OlderSchemaError if the database lacks a migration of this version. */
export async function requireSchema(pool: pg.Pool): Promise<void> {
  const applied = await appliedMigrations(pool);
  const missing = (await migrationNames()).filter((name) => !applied.has(name));
  if (missing.length > 0) throw new OlderSchemaError(missing);
}

/** Returns an empty set for an empty database. */
async function appliedMigrations(pool: pg.Pool): Promise<Set<string>> {
  try {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM migration');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
