import { startDemo } from './support/demo.ts';
import { checkBooks } from './support/programs.ts';

/**
 * Starts the whole product as a newcomer does. After the last test it checks the invariants of the books, whose
 * violation fails the run, and stops the product. `GPULEASE_E2E_HOME` names one that is already running.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.GPULEASE_E2E_HOME) return expectBooksInOrder;
  const demo = await startDemo();
  process.env.GPULEASE_E2E_HOME = demo.home;
  return () => expectBooksInOrder().finally(() => demo.stop());
}

async function expectBooksInOrder(): Promise<void> {
  const problems = await checkBooks();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
