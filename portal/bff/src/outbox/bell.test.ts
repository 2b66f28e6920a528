import { describe, expect, it } from '@jest/globals';
import { createBell } from './bell.ts';

describe('a bell', () => {
  it('wakes one per ring, in the order they came', async () => {
    const bell = createBell();
    const woken: string[] = [];
    const sleep = async (name: string) => {
      await bell.wait();
      woken.push(name);
    };
    const first = sleep('first');
    const second = sleep('second');
    bell.ring();
    await first;
    expect(woken).toEqual(['first']);
    bell.ring();
    await second;
    expect(woken).toEqual(['first', 'second']);
  });

  it('keeps a ring that nobody heard', async () => {
    const bell = createBell();
    bell.ring();
    await expect(bell.wait()).resolves.toBeUndefined();
  });

  it('lets nobody wait once it is silenced', async () => {
    const bell = createBell();
    const waiting = bell.wait();
    bell.silence();
    await Promise.all([waiting, bell.wait(), bell.wait()]);
  });
});
