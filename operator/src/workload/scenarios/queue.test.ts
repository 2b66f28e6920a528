import { describe, expect, it } from '@jest/globals';
import { SmallWorld, keyOf } from '../../testing/small-world.ts';

const MINUTE_MS = 60_000;
const GPUS = 4;
const WAITING = 200;

const nameOf = (number: number): string => `w${String(number).padStart(3, '0')}`;

describe('two hundred workloads that wait for a GPU', () => {
  it('are served in turn and told their place in the queue, with few writes for each that is served', async () => {
    const world = new SmallWorld({ n1: GPUS });
    for (let number = 0; number < GPUS + WAITING; number += 1) {
      world.create(nameOf(number), {});
      world.fund(nameOf(number), { status: 'True', reason: 'OrderAccepted' });
    }
    await world.pass(2 * MINUTE_MS);
    const statusOf = (number: number) => world.workloads.get(keyOf(nameOf(number)))?.status;
    expect(statusOf(GPUS)?.message).toMatch(/first in the queue\.$/);
    expect(statusOf(GPUS + 3)?.message).toMatch(/ 3 orders are ahead of this one\.$/);
    let writes = 0;
    world.onStatus = (_, { status }) => {
      if (status?.phase === 'Pending') writes += 1;
    };
    const served = 5;
    for (let number = 0; number < served; number += 1) {
      world.change(nameOf(number), { powerState: 'Stopped' });
      await world.pass(2 * MINUTE_MS);
      expect(statusOf(GPUS + number)?.placed).toBeDefined();
    }
    expect(statusOf(GPUS + served + 3)?.message).toMatch(/ 3 orders are ahead of this one\.$/);
    expect(writes / served).toBeLessThan(30);
  });
});
