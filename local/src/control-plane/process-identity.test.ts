import { describe, expect, it } from '@jest/globals';
import { identify, isRunning, startTicks } from './process-identity.ts';

function stat(name: string, state: string): string {
  const fields = Array.from({ length: 49 }, (_, index) => String(index + 4));
  return `17 (${name}) ${state} ${fields.join(' ')}`;
}

describe('the start time in /proc/PID/stat', () => {
  it.each([
    ['of an ordinary process', stat('etcd', 'S'), '22'],
    ['of a process whose name has spaces and parentheses', stat('a) R (b', 'R'), '22'],
    ['is missing for a zombie', stat('etcd', 'Z'), undefined],
  ])('%s', (_, line, expected) => {
    expect(startTicks(line)).toBe(expected);
  });
});

describe('whether a process still runs', () => {
  const own = identify(process.pid);

  it('knows this very process', () => {
    expect(own && isRunning(own)).toBe(true);
  });

  it('distinguishes a later process with the same number', () => {
    expect(isRunning({ pid: process.pid, startTime: 'another' })).toBe(false);
  });

  it('knows that an unused number runs nothing', () => {
    expect(identify(2 ** 22 + 1)).toBeUndefined();
  });
});
