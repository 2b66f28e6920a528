import { describe, expect, it } from '@jest/globals';
import { FakeClock } from './testing/index.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { WorkQueue, type Work } from './work-queue.ts';

function aQueue() {
  const clock = new FakeClock();
  const queue = new WorkQueue(clock, createRateLimiter(clock, { baseMs: 10, maxMs: 100 }));
  queue.open();
  return { clock, queue };
}

describe('WorkQueue', () => {
  it('hands out a key once, however often it was added', async () => {
    const { queue } = aQueue();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    expect(await queue.take()).toBe('a');
    expect(await queue.take()).toBe('b');
    expect(queue.length).toBe(0);
  });

  it('never hands a key to a second worker, and hands it out again if it was added meanwhile', async () => {
    const { queue } = aQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    expect(queue.length).toBe(0);
    queue.done('a');
    expect(await queue.take()).toBe('a');
  });

  it('does not hand out a finished key that was not added again', async () => {
    const { queue } = aQueue();
    queue.add('a');
    await queue.take();
    queue.done('a');
    expect(queue.length).toBe(0);
  });

  it('wakes a waiting worker', async () => {
    const { queue } = aQueue();
    const taken = queue.take();
    queue.add('a');
    expect(await taken).toBe('a');
  });

  it('uses the shortest of several delays', async () => {
    const { queue, clock } = aQueue();
    queue.addAfter('a', 1000);
    queue.addAfter('a', 100);
    queue.addAfter('a', 500);
    clock.advance(99);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(await queue.take()).toBe('a');
    queue.done('a');
    clock.advance(2000);
    expect(queue.length).toBe(0);
  });

  it('doubles the delay of a failing key up to the limit, until it is forgotten', () => {
    const clock = new FakeClock();
    const limiter = createRateLimiter(clock, { baseMs: 10, maxMs: 50 });
    expect([1, 2, 3, 4].map(() => limiter.delay('a'))).toEqual([10, 20, 40, 50]);
    expect(limiter.failures('a')).toBe(4);
    limiter.forget('a');
    expect(limiter.delay('a')).toBe(10);
  });

  it('spreads the retries of many keys over time after the burst', () => {
    const clock = new FakeClock();
    const limiter = createRateLimiter(clock, { baseMs: 1, perSecond: 10, burst: 2 });
    expect(['a', 'b', 'c', 'd'].map((key) => limiter.delay(key))).toEqual([1, 1, 100, 200]);
    clock.advance(1000);
    expect(limiter.delay('e')).toBe(1);
  });

  it('releases every waiting worker when closed, and accepts no more keys', async () => {
    const { queue, clock } = aQueue();
    const taken = queue.take();
    queue.addAfter('late', 10);
    queue.close();
    queue.add('a');
    clock.advance(100);
    expect(await taken).toBeUndefined();
    expect(await queue.take()).toBeUndefined();
  });

  describe('run', () => {
    /** Runs everything that is ready; a worker yields to the event loop between two keys. */
    async function settle(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }

    async function runs(workers: number, work: Work) {
      const { queue, clock } = aQueue();
      const done = queue.run(workers, work);
      await settle();
      return { queue, clock, stop: () => (queue.close(), done) };
    }

    it('processes at most one key per worker, and never one key in two workers', async () => {
      const gates = new Map<string, PromiseWithResolvers<undefined>>();
      const log: string[] = [];
      const { queue, stop } = await runs(2, async (key) => {
        log.push(key);
        gates.set(key, Promise.withResolvers<undefined>());
        return gates.get(key)?.promise;
      });
      for (const key of ['a', 'b', 'a', 'c']) queue.add(key);
      await settle();
      queue.add('a');
      expect(log).toEqual(['a', 'b']);
      gates.get('b')?.resolve(undefined);
      await settle();
      expect(log).toEqual(['a', 'b', 'c']);
      gates.get('a')?.resolve(undefined);
      await settle();
      expect(log).toEqual(['a', 'b', 'c', 'a']);
      for (const gate of gates.values()) gate.resolve(undefined);
      await stop();
    });

    it('repeats a key after the delay that its work returns', async () => {
      let works = 0;
      const { queue, clock, stop } = await runs(1, () => Promise.resolve(++works === 1 ? 1_000 : undefined));
      queue.add('a');
      await settle();
      expect(works).toBe(1);
      clock.advance(1_000);
      await settle();
      clock.advance(100_000);
      await settle();
      expect(works).toBe(2);
      await stop();
    });

    it('retries a failed key with growing delays', async () => {
      let tries = 0;
      const { queue, clock, stop } = await runs(1, () =>
        ++tries < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve(undefined),
      );
      queue.add('a');
      await settle();
      clock.advance(10);
      await settle();
      expect(tries).toBe(2);
      clock.advance(19);
      await settle();
      expect(tries).toBe(2);
      clock.advance(1);
      await settle();
      expect(tries).toBe(3);
      await stop();
    });

    it('waits for running work when it stops', async () => {
      const gate = Promise.withResolvers<undefined>();
      const log: string[] = [];
      const { queue, stop } = await runs(1, async (key) => {
        await gate.promise;
        log.push(key);
        return undefined;
      });
      for (const key of ['a', 'b']) queue.add(key);
      await settle();
      const stopped = stop().then(() => log.push('stopped'));
      gate.resolve(undefined);
      await stopped;
      expect(log).toEqual(['a', 'stopped']);
    });
  });
});
