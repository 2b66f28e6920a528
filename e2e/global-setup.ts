import { startDemo } from './support/demo.ts';

/** Starts the whole product as a newcomer does and stops it after the last test. `GPULEASE_E2E_HOME` names one that runs already. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.GPULEASE_E2E_HOME) return undefined;
  const demo = await startDemo();
  process.env.GPULEASE_E2E_HOME = demo.home;
  return () => demo.stop();
}
