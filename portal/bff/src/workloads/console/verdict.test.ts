import { describe, expect, it } from '@jest/globals';
import { endOf, IDLE_MS, type OpenConsoleFacts } from './verdict.ts';

const open: OpenConsoleFacts = { isSessionAlive: true, isHeld: true, status: 'RUNNING', idleMs: 0 };

describe('an open console', () => {
  it.each([
    ['continues while all is well', {}, undefined],
    ['continues while the machine starts', { status: 'STARTING' }, undefined],
    ['continues until the very end of its idle time', { idleMs: IDLE_MS }, undefined],
    ['ends with its session', { isSessionAlive: false }, 'SESSION_ENDED'],
    ['ends when another user opens it', { isHeld: false }, 'TAKEN_OVER'],
    ['ends when the machine is stopped', { status: 'STOPPING' }, 'NOT_RUNNING'],
    ['ends when the machine is destroyed', { status: undefined }, 'NOT_RUNNING'],
    ['ends when it is idle', { idleMs: IDLE_MS + 1 }, 'IDLE'],
    ['reports the stop rather than a takeover', { isHeld: false, status: 'STOPPED' }, 'NOT_RUNNING'],
  ] as const)('%s', (_, change, end) => {
    expect(endOf({ ...open, ...change })).toBe(end);
  });
});
