import { startDemo } from './support/demo.ts';
import { checkBooks } from './support/programs.ts';

/**
 * Starts the whole product as a newcomer does. After the last test it holds the books against their invariants, which
 * fails the run when they are not in order, and stops it. `GPULEASE_E2E_HOME` names one that runs already.
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
