import { describe, expect, it } from '@jest/globals';
import { createWakeSignal } from './wake-signal.ts';

describe('a wake signal', () => {
  it('wakes one waiter per notification, in arrival order', async () => {
    const signal = createWakeSignal();
    const woken: string[] = [];
    const sleep = async (name: string) => {
      await signal.wait();
      woken.push(name);
    };
    const first = sleep('first');
    const second = sleep('second');
    signal.notify();
    await first;
    expect(woken).toEqual(['first']);
    signal.notify();
    await second;
    expect(woken).toEqual(['first', 'second']);
  });

  it('keeps a notification that finds no waiter', async () => {
    const signal = createWakeSignal();
    signal.notify();
    await expect(signal.wait()).resolves.toBeUndefined();
  });

  it('ends current and later waits once closed', async () => {
    const signal = createWakeSignal();
    const waiting = signal.wait();
    signal.close();
    await Promise.all([waiting, signal.wait(), signal.wait()]);
  });
});
