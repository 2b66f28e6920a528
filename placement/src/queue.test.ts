import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { queueWords } from './refusal.ts';
import { SmallRegion, WINDOW_MS, anOrder, gpus } from './testing/small-region.ts';

const MINUTE_MS = 60_000;

describe('an order that is too large for the free capacity', () => {
  it('drains the node that lacks least for it', () => {
    const region = new SmallRegion({ a: 8, b: 8 });
    region.run('on a', 5, 'a');
    region.run('on b', 6, 'b');
    expect(region.ask(anOrder('large', 8))).toMatch(/drain.* a$/);
    expect(region.ask(anOrder('small', 1, { createdAt: 2 }))).toBe('b');
    expect(region.ask(anOrder('medium', 2, { createdAt: 2 }))).toBe('NoCapacity');
  });

  it('is passed by older orders, by Spot machines and by orders that already have their place', () => {
    const region = new SmallRegion({ a: 8 });
    region.run('other', 2, 'a');
    region.run('booked', 1, 'a', { stage: 'Claimed' });
    expect(region.ask(anOrder('large', 8, { createdAt: 1 }))).toMatch(/drain/);
    expect(region.ask(anOrder('older', 1, { createdAt: 0 }))).toBe('a');
    expect(region.ask(anOrder('spot', 1, { createdAt: 2, spot: true }))).toBe('a');
    expect(region.ask(anOrder('booked', 1, { createdAt: 2 }))).toBe('a');
    expect(region.ask(anOrder('younger', 1, { createdAt: 2 }))).toBe('NoCapacity');
  });

  it('is passed by orders that take nothing it needs', () => {
    const region = new SmallRegion({ a: 8 });
    region.run('other', 2, 'a');
    region.ask(anOrder('large', 8));
    const cpuOnly = gpus(0, { cpu: 8000 });
    expect(region.ask(anOrder('cpu', 0, { createdAt: 2, amounts: cpuOnly }))).toBe('a');
    const tooMany = gpus(0, { cpu: 54_500 });
    expect(region.ask(anOrder('cpus', 0, { createdAt: 2, amounts: tooMany }))).toBe('NoCapacity');
  });

  it.each<[string, (region: SmallRegion) => void]>([
    ['its drain expires', (region) => region.pass(WINDOW_MS)],
    ['it leaves', (region) => region.cancel('large')],
    ['it is served', (region) => region.stop('other')],
  ])('holds back no other order when %s', (_, end) => {
    const region = new SmallRegion({ a: 8, b: 8 });
    region.run('other', 2, 'a');
    region.run('full', 8, 'b');
    region.ask(anOrder('large', 8));
    expect(region.ask(anOrder('small', 1, { createdAt: 2 }))).toBe('NoCapacity');
    end(region);
    region.stop('full');
    region.settle();
    expect(region.nodeOf('small')).toBeDefined();
  });

  it('drains another node for the remaining time when the first goes out of service', () => {
    const region = new SmallRegion({ a: 8, b: 8 });
    region.run('on a', 2, 'a');
    region.run('on b', 3, 'b');
    region.ask(anOrder('large', 8));
    region.pass(WINDOW_MS / 2);
    region.close('a');
    region.settle();
    expect(region.ask(anOrder('small', 1, { createdAt: 2 }))).toBe('NoCapacity');
    region.pass(WINDOW_MS / 2);
    expect(region.nodeOf('small')).toBe('b');
  });

  it('waits its turn, so that one node at a time is drained for a GPU model', () => {
    const region = new SmallRegion({ a: 8, b: 8 });
    region.run('on a', 2, 'a');
    region.run('on b', 2, 'b');
    expect(region.ask(anOrder('first', 8, { createdAt: 1 }))).toMatch(/drain/);
    expect(region.ask(anOrder('second', 8, { createdAt: 2 }))).toBe('NoCapacity');
    region.stop('on a');
    region.settle();
    expect(region.nodeOf('first')).toBe('a');
    expect(region.ask(anOrder('second', 8, { createdAt: 2 }))).toMatch(/drain.* b$/);
  });

  it('yields its turn to the next, after a pause, when its drain fails', () => {
    const region = new SmallRegion({ a: 8, b: 8 });
    region.run('forever', 1, 'a');
    region.run('on b', 2, 'b');
    region.ask(anOrder('stuck', 8, { createdAt: 1, node: 'a' }));
    const large = anOrder('large', 8, { createdAt: 2 });
    expect(region.ask(large)).toBe('NoCapacity');
    region.pass(WINDOW_MS);
    expect(region.ask(large)).toBe('NoCapacity');
    region.pass(WINDOW_MS);
    expect(region.ask(large)).toMatch(/drain.* b$/);
  });

  it('goes before a younger one that asks first, even if no node is drained', () => {
    const region = new SmallRegion({ a: 8 }, 0);
    region.run('other', 8, 'a');
    region.ask(anOrder('older', 8, { createdAt: 1 }));
    region.stop('other', { settles: false });
    expect(region.ask(anOrder('younger', 1, { createdAt: 2 }))).toBe('Queued');
    region.settle();
    expect(region.nodeOf('older')).toBe('a');
  });

  it('drains no node if drains are disabled, for Spot, or if it never fits', () => {
    const off = new SmallRegion({ a: 8 }, 0);
    off.run('other', 2, 'a');
    expect(off.ask(anOrder('large', 8))).toBe('NoCapacity');
    const region = new SmallRegion({ a: 8 });
    region.run('other', 2, 'a');
    expect(region.ask(anOrder('spot', 8, { spot: true }))).toBe('NoCapacity');
    expect(region.ask(anOrder('huge', 16))).toBe('NeverPlaceable');
    expect(region.ask(anOrder('small', 1, { createdAt: 2 }))).toBe('a');
  });
});

/**
 * Returns after how many minutes a large order is served while two small ones arrive every minute, which is more than
 * there is room for. Each small one stays for one of the lifetimes, in minutes.
 */
function minutesUntilServed(lifetimes: number[], drainWindowMs: number, most: number): number | undefined {
  const region = new SmallRegion({ a: 8, b: 8, c: 8 }, drainWindowMs);
  const order = (number: number): void => {
    const lifetime = lifetimes[number % lifetimes.length] ?? 0;
    region.order(anOrder(`w${number}`, 1, { createdAt: region.now }), lifetime * MINUTE_MS);
  };
  for (let number = 0; number < 24; number += 1) order(number);
  region.ask(anOrder('large', 8, { createdAt: region.now }));
  for (let minute = 0; minute <= most; minute += 1) {
    if (region.nodeOf('large') !== undefined) return minute;
    region.pass(MINUTE_MS);
    order(24 + 2 * minute);
    order(25 + 2 * minute);
  }
  return undefined;
}

describe('a large order among a stream of small ones', () => {
  const window = WINDOW_MS / MINUTE_MS;
  const lifetimes = fc.array(fc.integer({ min: 12, max: window - 1 }), { minLength: 5, maxLength: 40 });

  it('is served within the drain window when the machines of a node leave within it', () => {
    fc.assert(
      fc.property(lifetimes, (some) => minutesUntilServed(some, WINDOW_MS, window) !== undefined),
      { numRuns: 30 },
    );
  });

  it('is not served for hours if no node is drained', () => {
    expect(minutesUntilServed([13, 17, 19, 23], 0, 240)).toBeUndefined();
  });

  it('lets small ones continue for at least half the time when it cannot be served', () => {
    const region = new SmallRegion({ a: 8 });
    region.run('forever', 1, 'a');
    region.ask(anOrder('large', 8, { createdAt: 0 }));
    let busy = 0;
    const minutes = 600;
    for (let minute = 0; minute < minutes; minute += 1) {
      region.order(anOrder(`small${minute}`, 1, { createdAt: region.now }), 5 * MINUTE_MS);
      region.pass(MINUTE_MS);
      busy += region.placer.occupancyOf('a').allocations().length - 1;
    }
    expect(busy / minutes).toBeGreaterThan(7 / 2 - 0.5);
  });
});

describe('the place in the queue', () => {
  it.each([
    [0, 'It is first in the queue.'],
    [1, '1 order is ahead of this one.'],
    [10, '10 orders are ahead of this one.'],
    [11, 'More than 10 orders are ahead of this one.'],
    [21, 'More than 20 orders are ahead of this one.'],
    [199, 'More than 100 orders are ahead of this one.'],
  ])('with %d before it reads "%s"', (before, words) => {
    expect(queueWords(before)).toBe(words);
  });

  it('counts older orders that want GPUs of the same model', () => {
    const region = new SmallRegion({ a: 8 }, 0);
    region.run('other', 8, 'a');
    for (let number = 0; number < 4; number += 1) region.ask(anOrder(`w${number}`, 1, { createdAt: number }));
    region.ask(anOrder('spot', 1, { createdAt: 9, spot: true }));
    expect(region.messageOf('w0')).toContain('It is first in the queue.');
    expect(region.messageOf('w3')).toContain('3 orders are ahead of this one.');
    region.cancel('w1');
    region.pass(MINUTE_MS);
    expect(region.messageOf('w3')).toContain('2 orders are ahead of this one.');
  });

  it('is reported to two hundred orders without a message to each whenever one is served', () => {
    const region = new SmallRegion({ a: 8 }, 0);
    region.run('other', 8, 'a');
    for (let number = 0; number < 200; number += 1)
      region.ask(anOrder(`w${number}`, 1, { createdAt: number }));
    region.pass(MINUTE_MS);
    const before = region.messages;
    for (let number = 0; number < 10; number += 1) {
      region.cancel(`w${number}`);
      region.pass(MINUTE_MS);
    }
    expect((region.messages - before) / 10).toBeLessThan(25);
  });
});
