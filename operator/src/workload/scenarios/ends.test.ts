import { describe, expect, it } from '@jest/globals';
import type { Run } from '@gpulease/crds';
import fc from 'fast-check';
import { SmallWorld, keyOf } from '../../testing/small-world.ts';

const SECOND_MS = 1000;

/** Events that happen to a machine and to the operator, one after the other. */
const happenings: Record<string, (world: SmallWorld) => void | Promise<void>> = {
  'ten restarts at once': async (world) => {
    for (let count = 0; count < 10; count += 1) {
      world.change('a', { restartedAt: new Date(world.now.getTime() + count).toISOString() });
      if (count % 3 === 0) await world.settle();
    }
  },
  'a restart': (world) => world.change('a', { restartedAt: world.now.toISOString() }),
  'a stop': (world) => world.change('a', { powerState: 'Stopped' }),
  'a start': (world) =>
    world.change('a', {
      powerState: 'Running',
      restartedAt: new Date(world.now.getTime() + 1).toISOString(),
    }),
  'a canceled stop': (world) => world.change('a', { powerState: 'Running' }),
  'a write is refused': (world) => void world.faults.push('refused'),
  'an answer is lost': (world) => void world.faults.push('answer lost'),
  'the operator dies at its next write': (world) => {
    world.diesAfter = 1;
  },
  'another operator takes over': (world) => world.restartOperator(),
  'KubeVirt acts': (world) => world.act(),
  'a second passes': (world) => world.pass(SECOND_MS),
  'ten seconds pass': (world) => world.pass(10 * SECOND_MS),
};

const step = fc.record({ what: fc.constantFrom(...Object.keys(happenings)), prompt: fc.boolean() });

function isAsAsked({ stoppedAt = '', endReason, goneAt = '' }: Run): void {
  expect(['StopRequested', 'RestartRequested']).toContain(endReason);
  expect(goneAt >= stoppedAt).toBe(true);
}

describe('the requested end of a run', () => {
  it('is recorded as requested, whatever happens to the operator or is requested in the meantime', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = new SmallWorld({ n1: 2 });
        world.create('a', {});
        world.fund('a', { status: 'True', reason: 'OrderAccepted' });
        await world.pass(60 * SECOND_MS);
        for (const { what, prompt } of steps) {
          await happenings[what]?.(world);
          if (prompt) await world.settle();
        }
        world.restartOperator();
        await world.pass(120 * SECOND_MS);
        const runs = world.workloads.get(keyOf('a'))?.status?.runs ?? [];
        runs.filter(({ stoppedAt }) => stoppedAt !== undefined).forEach(isAsAsked);
      }),
      { numRuns: 300 },
    );
  });

  it('is recorded with the time when its machine was gone, even if the operator was down for minutes', async () => {
    const world = new SmallWorld({ n1: 2 });
    world.create('a', {});
    world.fund('a', { status: 'True', reason: 'OrderAccepted' });
    await world.pass(60 * SECOND_MS);
    world.change('a', { powerState: 'Stopped' });
    await world.settle();
    // The phase is written and the machine switched off; then no operator runs for a while.
    world.diesAfter = 0;
    for (let second = 0; second < 300; second += 1) await world.pass(SECOND_MS);
    world.restartOperator();
    await world.settle();
    const [run] = world.workloads.get(keyOf('a'))?.status?.runs ?? [];
    expect(run?.endReason).toBe('StopRequested');
    expect(Date.parse(run?.goneAt ?? '') - Date.parse(run?.stoppedAt ?? '')).toBeLessThan(10 * SECOND_MS);
  });
});
