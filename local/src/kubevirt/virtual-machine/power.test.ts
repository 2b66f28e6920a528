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
    ['Always, running: do nothing', 'Always', { instance: running }, 'Nothing'],
    ['Always, powered off by its guest: stop before a restart', 'Always', { instance: succeeded }, 'Stop'],
    [
      'Always, asked to stop: stop before a restart',
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
    ['RerunOnFailure, failed: rerun', 'RerunOnFailure', { instance: failed }, 'Rerun'],
    [
      'RerunOnFailure, failed and asked to stop: stop',
      'RerunOnFailure',
      { instance: failed, requests: [stop] },
      'Stop',
    ],
    ['Manual, new: stay off', 'Manual', {}, 'Nothing'],
    ['Manual, asked to start: start', 'Manual', { requests: [start] }, 'Start'],
    ['Manual, asked to stop: stop', 'Manual', { instance: running, requests: [stop] }, 'Stop'],
    ['Manual, failed: do nothing', 'Manual', { instance: failed }, 'Nothing'],
    ['Halted, running: stop', 'Halted', { instance: running }, 'Stop'],
    ['Halted, off: stay off', 'Halted', {}, 'Nothing'],
    ['Halted, asked to start: become Always', 'Halted', { requests: [start] }, 'SwitchOn'],
    ['Once, new: start', 'Once', {}, 'Start'],
    ['Once, ended: do nothing', 'Once', { lastSeen: 'Once', instance: succeeded }, 'Nothing'],
    ['Once, started before: stay off', 'Once', { lastSeen: 'Once' }, 'Nothing'],
    [
      'Always, last instance still terminating: wait',
      'Always',
      { instance: { ...running, isDeleting: true } },
      'Nothing',
    ],
  ] as [string, string, Partial<PowerSituation>, string][])('%s', (_name, runStrategy, given, step) => {
    const situation = { runStrategy, lastSeen: undefined, requests: [], instance: undefined, ...given };
    expect(nextPowerStep(situation)).toBe(step);
  });
});

describe('the pending requests', () => {
  it.each([
    ['include a stop of the current instance', [stop], running, [stop]],
    ['omit a stop of a deleted instance', [stop], undefined, []],
    ['omit a stop of an earlier instance', [stop], { ...running, uid: 'two' }, []],
    ['include a start while nothing runs', [start], undefined, [start]],
    ['omit a start of a running instance', [start], running, []],
    ['include a start after a failed instance', [start], failed, [start]],
    ['include both parts of a new restart', [stop, start], running, [stop, start]],
    ['include the start of a restart after its stop', [stop, start], undefined, [start]],
  ])('%s', (_name, requests, instance, pending) => {
    expect(pendingRequests(requests, instance)).toEqual(pending);
  });
});

describe('the recorded runStrategy', () => {
  const situation = { runStrategy: 'RerunOnFailure', requests: [] };

  it('is absent before the first start', () => {
    expect(seenRunStrategy({ ...situation, lastSeen: undefined, instance: undefined })).toBeUndefined();
    expect(seenRunStrategy({ ...situation, lastSeen: undefined, instance: running })).toBe('RerunOnFailure');
  });

  it('is the current one, even if the last instance is still stopping and the start is lost', () => {
    const going = { ...running, isDeleting: true };
    expect(seenRunStrategy({ ...situation, lastSeen: 'Halted', instance: going })).toBe('RerunOnFailure');
  });
});
