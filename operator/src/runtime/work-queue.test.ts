import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import { createRateLimiter } from './rate-limiter.ts';
import { WorkQueue } from './work-queue.ts';

function aQueue() {
  const clock = new FakeClock();
  const queue = new WorkQueue(clock, createRateLimiter(clock, { baseMs: 10, maxMs: 100 }));
  queue.open();
  return { clock, queue };
}

describe('WorkQueue', () => {
  it('hands out a key once however often it was added', async () => {
    const { queue } = aQueue();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    expect(await queue.take()).toBe('a');
    expect(await queue.take()).toBe('b');
    expect(queue.length).toBe(0);
  });

  it('never hands a key to a second worker, and hands it out again when it was added meanwhile', async () => {
    const { queue } = aQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    expect(queue.length).toBe(0);
    queue.done('a');
    expect(await queue.take()).toBe('a');
  });

  it('does not hand out a finished key that nobody added again', async () => {
    const { queue } = aQueue();
    queue.add('a');
    await queue.take();
    queue.done('a');
    expect(queue.length).toBe(0);
  });

  it('wakes a worker that waits', async () => {
    const { queue } = aQueue();
    const taken = queue.take();
    queue.add('a');
    expect(await taken).toBe('a');
  });

  it('lets the shortest of several delays count', async () => {
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

  it('delays a failing key longer each time, up to the limit, until it is forgotten', () => {
    const clock = new FakeClock();
    const limiter = createRateLimiter(clock, { baseMs: 10, maxMs: 50 });
    expect([1, 2, 3, 4].map(() => limiter.delay('a'))).toEqual([10, 20, 40, 50]);
    expect(limiter.failures('a')).toBe(4);
    limiter.forget('a');
    expect(limiter.delay('a')).toBe(10);
  });

  it('spreads the retries of many keys over time once the burst is used up', () => {
    const clock = new FakeClock();
    const limiter = createRateLimiter(clock, { baseMs: 1, perSecond: 10, burst: 2 });
    expect(['a', 'b', 'c', 'd'].map((key) => limiter.delay(key))).toEqual([1, 1, 100, 200]);
    clock.advance(1000);
    expect(limiter.delay('e')).toBe(1);
  });

  it('ends the waiting of every worker when closed, and takes nothing more', async () => {
    const { queue, clock } = aQueue();
    const taken = queue.take();
    queue.addAfter('late', 10);
    queue.close();
    queue.add('a');
    clock.advance(100);
    expect(await taken).toBeUndefined();
    expect(await queue.take()).toBeUndefined();
  });
});
