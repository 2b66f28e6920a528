import { describe, expect, it } from '@jest/globals';
import { instance, virtualMachine } from '../testing/objects.ts';
import { powerChange, type PowerAction, type PowerOptions } from './power-request.ts';

const stop = { action: 'Stop', uid: 'instance-1' };
const start = { action: 'Start' };

function ask(action: PowerAction, runStrategy: string, { phase, options = {}, requests = [] }: Given = {}) {
  const machine = virtualMachine('vm', { runStrategy });
  machine.status = { stateChangeRequests: requests };
  const target = {
    virtualMachine: machine,
    instance: phase === undefined ? undefined : { ...instance(), status: { phase } },
  };
  return powerChange(action, target, options);
}

interface Given {
  phase?: string;
  options?: PowerOptions;
  requests?: { action: string }[];
}

describe('the change made by a power request', () => {
  it.each([
    ['start of Halted', 'start', 'Halted', {}, { runStrategy: 'Always' }],
    ['start of Manual', 'start', 'Manual', {}, { requests: [start] }],
    [
      'start after the guest powered off',
      'start',
      'RerunOnFailure',
      { phase: 'Succeeded' },
      { requests: [stop, start] },
    ],
    ['stop of Always', 'stop', 'Always', { phase: 'Running' }, { runStrategy: 'Halted' }],
    ['stop of Once', 'stop', 'Once', { phase: 'Running' }, { runStrategy: 'Halted' }],
    ['stop of RerunOnFailure', 'stop', 'RerunOnFailure', { phase: 'Running' }, { requests: [stop] }],
    [
      'immediate stop',
      'stop',
      'Manual',
      { phase: 'Running', options: { gracePeriod: 0 } },
      { requests: [stop], graceSeconds: 0 },
    ],
    [
      'quicker stop during a stop',
      'stop',
      'Halted',
      { phase: 'Running', options: { gracePeriod: 0 } },
      { graceSeconds: 0 },
    ],
    ['restart', 'restart', 'Always', { phase: 'Running' }, { requests: [stop, start] }],
    [
      'immediate restart',
      'restart',
      'Manual',
      { phase: 'Running', options: { gracePeriodSeconds: 0 } },
      { requests: [stop, start], graceSeconds: 1 },
    ],
  ] as [string, PowerAction, string, Given, object][])(
    '%s',
    (_name, ...[action, runStrategy, given, change]) => {
      expect(ask(action, runStrategy, given)).toEqual(change);
    },
  );

  it.each([
    ['start of Always', 'start', 'Always', {}, 409],
    ['start of Once', 'start', 'Once', {}, 409],
    ['start of a running machine', 'start', 'RerunOnFailure', { phase: 'Running' }, 409],
    ['start of a failed machine that is rerun', 'start', 'RerunOnFailure', { phase: 'Failed' }, 409],
    ['start during a start', 'start', 'Manual', { requests: [start] }, 500],
    ['stop of a stopped machine', 'stop', 'Always', {}, 409],
    ['stop during a stop', 'stop', 'Halted', { phase: 'Running' }, 409],
    ['restart of a stopped machine', 'restart', 'Always', {}, 409],
    ['restart of Halted', 'restart', 'Halted', { phase: 'Running' }, 409],
    [
      'restart with a grace period',
      'restart',
      'Always',
      { phase: 'Running', options: { gracePeriodSeconds: 9 } },
      400,
    ],
  ] as [string, PowerAction, string, Given, number][])(
    'refuses a %s',
    (_name, ...[action, runStrategy, given, code]) => {
      expect(() => ask(action, runStrategy, given)).toThrow(expect.objectContaining({ code }));
    },
  );
});
