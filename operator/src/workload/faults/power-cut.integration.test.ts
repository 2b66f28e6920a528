import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { applyPowerCut, untilRunsAreClosed } from '../../../../local/src/demo/power-cut.ts';
import { Harness } from '../../testing/harness.ts';

const TIMEOUT = 600_000;
/** Restarts that would count as a crash loop. */
const CUTS = 3;

describe('hosts that lose power', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  /** Stops all components and restarts them like the demo. */
  async function cutPower(at: Date): Promise<void> {
    const cut = { kubeconfig: harness.controlPlane.kubeconfig, at };
    await harness.stopOperators();
    await harness.stopSimulator();
    expect(await applyPowerCut(cut)).toBe(1);
    harness.startOperator();
    await untilRunsAreClosed(cut);
    harness.startSimulator();
  }

  async function untilRuns(workload: Workload, count: number): Promise<Workload> {
    return eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status?.phase).toBe('Running');
      expect(harness.runsOf(present)).toHaveLength(count);
      return present;
    });
  }

  it(
    'end their machines, which restart each time, are billed until the cut, and do not count as crashed',
    async () => {
      harness.startOperator();
      let workload = await harness.running();
      const cuts: string[] = [];
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const open = harness.runsOf(workload).find(({ stoppedAt }) => stoppedAt === undefined);
        const at = new Date(Date.parse(open?.startedAt ?? '') + 1);
        cuts.push(at.toISOString());
        await cutPower(at);
        workload = await untilRuns(workload, cut + 1);
      }
      const closed = harness.runsOf(workload).filter(({ stoppedAt }) => stoppedAt !== undefined);
      expect(closed.map(({ endReason }) => endReason)).toEqual(Array(CUTS).fill('NodeLost'));
      expect(closed.map(({ stoppedAt }) => stoppedAt).sort()).toEqual(cuts);
      expect(workload.status?.halt).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
