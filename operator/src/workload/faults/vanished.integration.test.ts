import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run, Workload } from '@gpulease/crds';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, machineRef } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';

const TIMEOUT = 600_000;
const AWAY_MS = 3_600_000;

describe('an instance that vanishes', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  /** Deletes the running instance without a stop. */
  async function erase(workload: Workload): Promise<void> {
    const ref = machineRef(workload);
    const client = harness.cluster.resource(virtualMachineInstances);
    await client.delete(ref);
    await client.mergePatch(ref, { metadata: { finalizers: null } }).catch(() => undefined);
    await eventually(async () => expect(await client.find(ref)).toBeUndefined());
  }

  function untilClosed(workload: Workload): Promise<Run> {
    return eventually(async () => {
      const [run] = harness.runsOf(await harness.get(workload));
      expect(run?.stoppedAt).toBeDefined();
      return run!;
    });
  }

  it(
    'ends its run when an operator last watched, not when the next one starts an hour later',
    async () => {
      const first = harness.startOperator();
      const workload = await harness.running();
      await harness.stopSimulator();
      await harness.stopOperator(first);
      const left = Date.now();
      await erase(workload);
      const clock = new PassingClock();
      clock.pass(AWAY_MS);
      harness.startOperator(undefined, { clock });
      const { startedAt, stoppedAt = '' } = await untilClosed(workload);
      expect(Date.parse(stoppedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
      expect(Date.parse(stoppedAt)).toBeLessThanOrEqual(left);
      await harness.stopOperators();
    },
    TIMEOUT,
  );
});
