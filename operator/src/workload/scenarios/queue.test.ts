import { describe, expect, it } from '@jest/globals';
import { SmallWorld, keyOf } from '../../testing/small-world.ts';

const MINUTE_MS = 60_000;
const GPUS = 4;
const WAITING = 200;

const nameOf = (number: number): string => `w${String(number).padStart(3, '0')}`;

describe('of three simultaneous orders for the last two GPUs', () => {
  const accepted = { status: 'True', reason: 'OrderAccepted' } as const;
  const worldWith = (whenSoldOut?: 'Wait' | 'Refuse') => {
    const world = new SmallWorld({ n1: 2 });
    for (const name of ['a', 'b', 'c']) {
      world.create(name, { ...(whenSoldOut && { whenSoldOut }) });
      world.fund(name, accepted);
    }
    return world;
  };
  const statusOf = (world: SmallWorld, name: string) => world.workloads.get(keyOf(name))?.status;
  const phases = (world: SmallWorld) => ['a', 'b', 'c'].map((name) => statusOf(world, name)?.phase);

  it('two run and the third is over if none may wait, even if a GPU becomes free a moment later', async () => {
    const world = worldWith('Refuse');
    await world.pass(MINUTE_MS);
    expect(phases(world)).toEqual(['Running', 'Running', 'Stopped']);
    expect(statusOf(world, 'c')).toMatchObject({
      reason: 'OrderSoldOut',
      halt: { reason: 'OrderSoldOut' },
      lastTransition: { detail: expect.stringContaining('No node in east has') },
    });
    expect(statusOf(world, 'c')).not.toHaveProperty('placed');
    world.change('a', { powerState: 'Stopped' });
    await world.pass(10 * MINUTE_MS);
    expect(phases(world)).toEqual(['Stopped', 'Running', 'Stopped']);
  });

  it.each(['Wait', undefined] as const)(
    'the third gets its turn if they may wait (%s)',
    async (whenSoldOut) => {
      const world = worldWith(whenSoldOut);
      await world.pass(MINUTE_MS);
      expect([statusOf(world, 'c')?.phase, statusOf(world, 'c')?.reason]).toEqual(['Pending', 'NoCapacity']);
      world.change('a', { powerState: 'Stopped' });
      await world.pass(10 * MINUTE_MS);
      expect(phases(world)).toEqual(['Stopped', 'Running', 'Running']);
    },
  );

  it('one that has run before waits for its next place', async () => {
    const world = worldWith('Refuse');
    await world.pass(MINUTE_MS);
    world.change('a', { powerState: 'Stopped' });
    await world.pass(2 * MINUTE_MS);
    world.create('d', { whenSoldOut: 'Refuse' });
    world.fund('d', accepted);
    await world.pass(2 * MINUTE_MS);
    world.change('a', { powerState: 'Running' });
    await world.pass(2 * MINUTE_MS);
    expect(statusOf(world, 'd')?.phase).toBe('Running');
    expect([statusOf(world, 'a')?.phase, statusOf(world, 'a')?.reason]).toEqual(['Pending', 'NoCapacity']);
  });
});

describe('two hundred workloads waiting for a GPU', () => {
  it('are served in order and report their place in the queue, with few writes for each that is served', async () => {
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
