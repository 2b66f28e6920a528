import { describe, expect, it } from '@jest/globals';
import { createGate } from './gate.ts';

describe('a gate', () => {
  it('lets no more through than its limit, and everybody in the end', async () => {
    const gate = createGate(3);
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => gate(work)));
    expect([most, inside]).toEqual([3, 0]);
  });

  it('is not blocked by work that fails', async () => {
    const gate = createGate(1);
    await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
