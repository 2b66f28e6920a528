/** Checks the books: all of them on demand, and new entries every hour. */
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { allInvariants, wholeLedger, recentInvariants, since, type Invariants } from './invariants.ts';

export interface Violation {
  readonly invariant: string;
  /** A row that violates it, as JSON. */
  readonly row: object;
}

const LIMIT = 20;

/** Runs all checks over the whole books and calls `onChecked` after each. Returns an empty list for books in order. */
export function findViolations(
  database: Database,
  onChecked?: (invariant: string) => void,
): Promise<Violation[]> {
  return violationsOf(database, allInvariants(wholeLedger), onChecked);
}

/**
 * Checks entries since the last check that found the books in order, and live orders. Later checks report a fault again
 * until it is fixed. Any number of checks may run at the same time.
 */
export async function findNewViolations(database: Database): Promise<Violation[]> {
  const last = await readLast(database);
  const violations = await violationsOf(database, recentInvariants(since(last.checked_through)));
  if (violations.length === 0 && last.is_complete) await note(database, last);
  return violations;
}

async function violationsOf(
  database: Database,
  invariants: Invariants,
  onChecked?: (invariant: string) => void,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [invariant, query] of Object.entries(invariants)) {
    // Materialized, or LIMIT would favor a plan that finds some rows quickly, and there should be none.
    const { rows } = await sql<{ row: object }>`
      WITH broken AS MATERIALIZED (${query})
      SELECT to_jsonb(broken) AS row FROM broken LIMIT ${LIMIT}`.execute(database);
    violations.push(...rows.map(({ row }) => ({ invariant, row })));
    onChecked?.(invariant);
  }
  return violations;
}

interface LastCheck {
  readonly checked_through: bigint;
  readonly seen_through: bigint;
  /** Whether all postings in progress then have ended, so that this check sees every id up to `seen_through`. */
  readonly is_complete: boolean;
  readonly newest: bigint;
}

async function readLast(database: Database): Promise<LastCheck> {
  const { rows } = await sql<LastCheck>`
    SELECT checked_through, seen_through, pg_snapshot_xmin(pg_current_snapshot()) >= seen_before AS is_complete,
      COALESCE((SELECT max(id) FROM ledger_transaction), 0) AS newest
    FROM books_check`.execute(database);
  const [last] = rows;
  if (!last) throw new Error('The row of books_check is gone.');
  return last;
}

/** Records the check, unless another one was quicker. */
async function note(database: Database, { seen_through, newest }: LastCheck): Promise<void> {
  await sql`
    UPDATE books_check
    SET checked_through = seen_through, seen_through = ${newest}, seen_before = pg_snapshot_xmax(pg_current_snapshot())
    WHERE seen_through = ${seen_through}`.execute(database);
}
