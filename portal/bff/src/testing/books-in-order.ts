/** The check at the end of every test that uses the books, the same as `worker --check`. */
import type { Database } from '../database/schema.ts';
import { findViolations } from '../worker/check-books.ts';

/** Throws if an invariant of the books is violated, so that no test file passes with broken books. */
export async function expectBooksInOrder(database: Database): Promise<void> {
  const violations = await findViolations(database);
  if (violations.length > 0) throw new Error(`The books are not in order: ${JSON.stringify(violations)}`);
}
