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

describe('the identity of a process', () => {
  const own = identify(process.pid);

  it('matches the running process', () => {
    expect(own && isRunning(own)).toBe(true);
  });

  it('does not match a later process with the same PID', () => {
    expect(isRunning({ pid: process.pid, startTime: 'another' })).toBe(false);
  });

  it('is undefined for an unused PID', () => {
    expect(identify(2 ** 22 + 1)).toBeUndefined();
  });
});
