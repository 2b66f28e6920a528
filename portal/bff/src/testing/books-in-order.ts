/** What every test that uses the books ends with, as `worker --check` does. */
import type { Database } from '../database/schema.ts';
import { findViolations } from '../worker/check-books.ts';

/** Throws when an invariant of the books is broken, so that no test file can pass on broken books. */
export async function expectBooksInOrder(database: Database): Promise<void> {
  const violations = await findViolations(database);
  if (violations.length > 0) throw new Error(`The books are not in order: ${JSON.stringify(violations)}`);
}
