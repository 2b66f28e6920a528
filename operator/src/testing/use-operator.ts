import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Harness } from './harness.ts';
import { PassingClock } from './passing-clock.ts';
import { SmallPrometheus } from './small-prometheus.ts';

const TIMEOUT = 600_000;

interface Started {
  harness: Harness;
  clock: PassingClock;
  prometheus: SmallPrometheus;
}

/** Starts one cluster for the tests of a block, and for each test an operator whose clock the test can advance. */
export function useOperator(begin: (started: Started) => void): void {
  let harness: Harness;
  let prometheus: SmallPrometheus;
  beforeAll(async () => {
    [harness, prometheus] = await Promise.all([Harness.start(), SmallPrometheus.start()]);
  }, TIMEOUT);
  afterAll(() => Promise.all([harness.stop(), prometheus.stop()]), TIMEOUT);
  beforeEach(() => {
    const clock = new PassingClock();
    harness.startOperator(undefined, { clock, metricsUrl: prometheus.url });
    begin({ harness, clock, prometheus });
  });
  afterEach(() => harness.stopOperators(), TIMEOUT);
}
