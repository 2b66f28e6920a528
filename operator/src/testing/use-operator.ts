import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Harness } from './harness.ts';
import { PassingClock } from './passing-clock.ts';

const TIMEOUT = 600_000;

/** One cluster for the tests of a block, and for each of them an operator with a clock that the test lets pass. */
export function useOperator(begin: (started: { harness: Harness; clock: PassingClock }) => void): void {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);
  beforeEach(() => {
    const clock = new PassingClock();
    harness.startOperator(undefined, { clock });
    begin({ harness, clock });
  });
  afterEach(() => harness.stopOperators(), TIMEOUT);
}
