import { describe, expect, it } from '@jest/globals';
import { FairLimit } from './fair-limit.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Returns work that completes when `finish` is called. */
function held() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { work: () => promise, finish: () => resolve(undefined) };
}

describe('a fair limit', () => {
  it('limits one name to a share of the capacity, and leaves the rest to others', async () => {
    const limit = new FairLimit({ total: 3, perName: 2, mostPerName: 100 });
    const flood = held();
    const floods = Array.from({ length: 50 }, () => limit.run('flood', flood.work));
    expect(await limit.run('other', () => Promise.resolve('done'))).toBe('done');
    flood.finish();
    expect(await Promise.all(floods)).toHaveLength(50);
  });

  it('limits the total concurrency', async () => {
    const limit = new FairLimit({ total: 3, perName: 2, mostPerName: 100 });
    let [atOnce, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, (atOnce += 1));
      await settled();
      atOnce -= 1;
    };
    await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((name) => limit.run(name, work)));
    expect(most).toBe(3);
  });

  it('is full for a name at its maximum, until the work is done', async () => {
    const limit = new FairLimit({ total: 3, perName: 2, mostPerName: 4 });
    const { work, finish } = held();
    const works = Array.from({ length: 4 }, () => limit.run('flood', work));
    expect([limit.isFull('flood'), limit.isFull('other')]).toEqual([true, false]);
    finish();
    await Promise.all(works);
    expect(limit.isFull('flood')).toBe(false);
  });

  it('continues after failed work', async () => {
    const limit = new FairLimit({ total: 1, perName: 1, mostPerName: 1 });
    await expect(limit.run('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(await limit.run('a', () => Promise.resolve('done'))).toBe('done');
  });
});
