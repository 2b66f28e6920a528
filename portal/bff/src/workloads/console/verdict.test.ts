import { describe, expect, it } from '@jest/globals';
import { endOf, IDLE_MS, type OpenConsoleFacts } from './verdict.ts';

const open: OpenConsoleFacts = { isSessionAlive: true, isHeld: true, status: 'RUNNING', idleMs: 0 };

describe('an open console', () => {
  it.each([
    ['goes on while all is well', {}, undefined],
    ['goes on while the machine starts', { status: 'STARTING' }, undefined],
    ['goes on at the very end of its idle time', { idleMs: IDLE_MS }, undefined],
    ['ends with its session', { isSessionAlive: false }, 'SESSION_ENDED'],
    ['ends when somebody else opens it', { isHeld: false }, 'TAKEN_OVER'],
    ['ends when the machine is stopped', { status: 'STOPPING' }, 'NOT_RUNNING'],
    ['ends when the machine is destroyed', { status: undefined }, 'NOT_RUNNING'],
    ['ends when nobody uses it', { idleMs: IDLE_MS + 1 }, 'IDLE'],
    ['tells of the stop rather than of a take-over', { isHeld: false, status: 'STOPPED' }, 'NOT_RUNNING'],
  ] as const)('%s', (_, change, end) => {
    expect(endOf({ ...open, ...change })).toBe(end);
  });
});
