import { describe, expect, it } from '@jest/globals';
import { actedOnAfter, nextPowerStep, pendingRequests, type PowerSituation } from './power.ts';

const running = { uid: 'one', phase: 'Running', isDeleting: false };
const succeeded = { ...running, phase: 'Succeeded' };
const failed = { ...running, phase: 'Failed' };
const stop = { action: 'Stop', uid: 'one' };
const start = { action: 'Start' };

describe('what is next for a machine', () => {
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
    ['RerunOnFailure, was Halted: start', 'RerunOnFailure', { actedOn: 'Halted' }, 'Start'],
    ['RerunOnFailure, off: stay off', 'RerunOnFailure', { actedOn: 'RerunOnFailure' }, 'Nothing'],
    [
      'RerunOnFailure, off and asked: start',
      'RerunOnFailure',
      { actedOn: 'RerunOnFailure', requests: [start] },
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
    ['Once, ended: let it be', 'Once', { actedOn: 'Once', instance: succeeded }, 'Nothing'],
    ['Once, was started before: stay off', 'Once', { actedOn: 'Once' }, 'Nothing'],
    [
      'Always, the last instance still goes: wait',
      'Always',
      { instance: { ...running, isDeleting: true } },
      'Nothing',
    ],
  ] as [string, string, Partial<PowerSituation>, string][])('%s', (_name, runStrategy, given, step) => {
    const situation = { runStrategy, actedOn: undefined, requests: [], instance: undefined, ...given };
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

describe('the runStrategy noted as acted on', () => {
  const situation = { runStrategy: 'RerunOnFailure', actedOn: 'Halted', requests: [] };

  it('stays the earlier one until the start has happened', () => {
    expect(actedOnAfter({ ...situation, instance: undefined }, 'Start')).toBe('Halted');
  });

  it('stays the earlier one while the last instance still goes, so that the start is not lost', () => {
    expect(actedOnAfter({ ...situation, instance: { ...running, isDeleting: true } }, 'Nothing')).toBe(
      'Halted',
    );
  });

  it('is the present one with an instance', () => {
    expect(actedOnAfter({ ...situation, instance: running }, 'Nothing')).toBe('RerunOnFailure');
  });
});
