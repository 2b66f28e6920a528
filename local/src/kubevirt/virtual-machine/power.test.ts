import { describe, expect, it } from '@jest/globals';
import { seenRunStrategy, nextPowerStep, pendingRequests, type PowerSituation } from './power.ts';

const running = { uid: 'one', phase: 'Running', isDeleting: false };
const succeeded = { ...running, phase: 'Succeeded' };
const failed = { ...running, phase: 'Failed' };
const stop = { action: 'Stop', uid: 'one' };
const start = { action: 'Start' };

describe('the next step of a machine', () => {
  it.each([
    ['Always, off: start', 'Always', {}, 'Start'],
    ['Always, running: let it be', 'Always', { instance: running }, 'Nothing'],
    ['Always, powered off by its guest: stop, and so start anew', 'Always', { instance: succeeded }, 'Stop'],
    [
      'Always, asked to stop: stop, and so start anew',
      'Always',
      { instance: running, requests: [stop] },
      'Stop',
    ],
    ['RerunOnFailure, new: start', 'RerunOnFailure', {}, 'Start'],
    ['RerunOnFailure, was Halted: start', 'RerunOnFailure', { lastSeen: 'Halted' }, 'Start'],
    ['RerunOnFailure, off: stay off', 'RerunOnFailure', { lastSeen: 'RerunOnFailure' }, 'Nothing'],
    [
      'RerunOnFailure, off and asked: start',
      'RerunOnFailure',
      { lastSeen: 'RerunOnFailure', requests: [start] },
      'Start',
    ],
    ['RerunOnFailure, powered off by its guest: stop', 'RerunOnFailure', { instance: succeeded }, 'Stop'],
    ['RerunOnFailure, failed: run again', 'RerunOnFailure', { instance: failed }, 'Rerun'],
    [
      'RerunOnFailure, failed and asked to stop: stop',
      'RerunOnFailure',
      { instance: failed, requests: [stop] },
      'Stop',
    ],
    ['Manual, new: stay off', 'Manual', {}, 'Nothing'],
    ['Manual, asked to start: start', 'Manual', { requests: [start] }, 'Start'],
    ['Manual, asked to stop: stop', 'Manual', { instance: running, requests: [stop] }, 'Stop'],
    ['Manual, failed: let it be', 'Manual', { instance: failed }, 'Nothing'],
    ['Halted, running: stop', 'Halted', { instance: running }, 'Stop'],
    ['Halted, off: stay off', 'Halted', {}, 'Nothing'],
    ['Halted, asked to start: become Always', 'Halted', { requests: [start] }, 'SwitchOn'],
    ['Once, new: start', 'Once', {}, 'Start'],
    ['Once, ended: let it be', 'Once', { lastSeen: 'Once', instance: succeeded }, 'Nothing'],
    ['Once, was started before: stay off', 'Once', { lastSeen: 'Once' }, 'Nothing'],
    [
      'Always, the last instance still goes: wait',
      'Always',
      { instance: { ...running, isDeleting: true } },
      'Nothing',
    ],
  ] as [string, string, Partial<PowerSituation>, string][])('%s', (_name, runStrategy, given, step) => {
    const situation = { runStrategy, lastSeen: undefined, requests: [], instance: undefined, ...given };
    expect(nextPowerStep(situation)).toBe(step);
  });
});

describe('which requests are still to be done', () => {
  it.each([
    ['a stop of the present instance', [stop], running, [stop]],
    ['not a stop of an instance that is gone', [stop], undefined, []],
    ['not a stop of an earlier instance', [stop], { ...running, uid: 'two' }, []],
    ['a start while nothing runs', [start], undefined, [start]],
    ['not a start of what runs', [start], running, []],
    ['a start after an instance that has failed', [start], failed, [start]],
    ['both of a restart that has just begun', [stop, start], running, [stop, start]],
    ['the start of a restart whose stop is done', [stop, start], undefined, [start]],
  ])('%s', (_name, requests, instance, pending) => {
    expect(pendingRequests(requests, instance)).toEqual(pending);
  });
});

describe('the runStrategy noted as seen', () => {
  const situation = { runStrategy: 'RerunOnFailure', requests: [] };

  it('is none before the first start', () => {
    expect(seenRunStrategy({ ...situation, lastSeen: undefined, instance: undefined })).toBeUndefined();
    expect(seenRunStrategy({ ...situation, lastSeen: undefined, instance: running })).toBe('RerunOnFailure');
  });

  it('is the present one, though the last instance is still stopping and the start is lost', () => {
    const going = { ...running, isDeleting: true };
    expect(seenRunStrategy({ ...situation, lastSeen: 'Halted', instance: going })).toBe('RerunOnFailure');
  });
});
