import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase } from '@gpulease/crds';
import fc from 'fast-check';
import { nextTransition, transition, type Observed } from './transition.ts';

const cause = (reason: string) => ({ reason, message: `${reason}.` });

/** Nothing is happening: the machine's objects exist and no change is requested. */
const quiet: Observed = {
  deleting: false,
  machineGone: false,
  childrenGone: false,
  waiting: cause('Placing'),
  placed: false,
  mayBegin: false,
  running: false,
  mayStart: false,
};

/** Single events, as changes to a quiet moment. */
const events = {
  'nothing happens': {},
  'it is deleted': { deleting: true },
  'all of its objects are gone': { machineGone: true, childrenGone: true },
  'powerState becomes Stopped': { stop: cause('StopRequested') },
  'its funds run out': { stop: { ...cause('InsufficientFunds'), halt: 'Funds' } },
  'the runway passes': { end: { ...cause('RunwayEnded'), halt: 'Funds' } },
  'a referenced object is deleted': { impossible: cause('ReferenceDeleted') },
  'a place is found': { placed: true },
  'nothing is free, and it may not wait': { soldOut: { ...cause('OrderSoldOut'), halt: 'OrderSoldOut' } },
  'the slot is lost': { slotLost: cause('PortTaken') },
  'the start time is reached': { mayBegin: true },
  'the machine runs': { running: true },
  'kube-scheduler refuses it': { refused: cause('Unschedulable') },
  'a start fails permanently': { failure: cause('StartDeadlineExceeded') },
  'its disk is lost': { diskLost: cause('DiskLost') },
  'a restart is requested': { restart: cause('RestartRequested') },
  'it should run on another node, which has room': { move: cause('Moving') },
  'the machine is gone': { machineGone: true },
  'it may start, but the old machine still exists': { mayStart: true },
  'it may start, and the old machine is gone': { mayStart: true, machineGone: true },
} satisfies Record<string, Partial<Observed>>;
type Event = keyof typeof events;

/** The phase table. A pair of phase and event that is not listed changes nothing. */
const table: Record<WorkloadPhase, Partial<Record<Event, WorkloadPhase>>> = {
  Pending: {
    'it is deleted': 'Destroying',
    'powerState becomes Stopped': 'Stopped',
    'its funds run out': 'Stopped',
    'a referenced object is deleted': 'Failed',
    'a place is found': 'Scheduled',
    'nothing is free, and it may not wait': 'Stopped',
    'its disk is lost': 'Failed',
  },
  Scheduled: {
    'it is deleted': 'Destroying',
    'powerState becomes Stopped': 'Stopped',
    'its funds run out': 'Stopped',
    'the slot is lost': 'Pending',
    'the start time is reached': 'Starting',
    'its disk is lost': 'Failed',
  },
  Starting: {
    'it is deleted': 'Destroying',
    'powerState becomes Stopped': 'Stopping',
    'its funds run out': 'Stopping',
    'the runway passes': 'Stopping',
    'a start fails permanently': 'Failed',
    'the machine runs': 'Running',
    'kube-scheduler refuses it': 'Pending',
    'its disk is lost': 'Failed',
  },
  Running: {
    'it is deleted': 'Destroying',
    'powerState becomes Stopped': 'Stopping',
    'its funds run out': 'Stopping',
    'the runway passes': 'Stopping',
    'a start fails permanently': 'Failed',
    'a restart is requested': 'Starting',
    'it should run on another node, which has room': 'Stopping',
    'its disk is lost': 'Failed',
  },
  Stopping: {
    'it is deleted': 'Destroying',
    'the machine is gone': 'Stopped',
    'all of its objects are gone': 'Stopped',
    'it may start, and the old machine is gone': 'Stopped',
  },
  Stopped: {
    'it is deleted': 'Destroying',
    'its disk is lost': 'Failed',
    'it may start, and the old machine is gone': 'Pending',
  },
  Failed: { 'it is deleted': 'Destroying', 'it may start, and the old machine is gone': 'Pending' },
  Destroying: { 'all of its objects are gone': 'Destroyed' },
  Destroyed: {},
};
const phases = Object.keys(table) as WorkloadPhase[];

describe.each(phases)('a workload that is %s', (phase) => {
  it.each(Object.keys(events) as Event[])('when %s', (event) => {
    expect(transition(phase, { ...quiet, ...events[event] })?.phase).toBe(table[phase][event]);
  });
});

describe('nextTransition', () => {
  const due = { ...quiet, placed: true, mayBegin: true };

  it('starts a workload in one step if its place is found and its start is due', () => {
    expect(nextTransition('Pending', due)?.phase).toBe('Starting');
  });

  it('keeps it Scheduled while it may not start', () => {
    expect(nextTransition('Pending', { ...due, mayBegin: false })?.phase).toBe('Scheduled');
  });

  it('takes one step in every other case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phases), anObserved, (phase, observed) => {
        const next = transition(phase, observed);
        if (next?.phase === 'Scheduled') return;
        expect(nextTransition(phase, observed)).toEqual(next);
      }),
    );
  });
});

describe('transition', () => {
  it('latches only stops that powerState did not request', () => {
    expect(transition('Running', { ...quiet, ...events['its funds run out'] })?.halt).toBe('Funds');
    expect(transition('Running', { ...quiet, ...events['the runway passes'] })?.halt).toBe('Funds');
    expect(
      transition('Running', { ...quiet, ...events['powerState becomes Stopped'] })?.halt,
    ).toBeUndefined();
  });

  it('latches every failure, so that a broken machine is not restarted endlessly', () => {
    expect(transition('Starting', { ...quiet, ...events['a start fails permanently'] })?.halt).toBe(
      'StartDeadlineExceeded',
    );
    expect(transition('Pending', { ...quiet, ...events['a referenced object is deleted'] })?.halt).toBe(
      'ReferenceDeleted',
    );
    expect(transition('Stopped', { ...quiet, ...events['its disk is lost'] })?.halt).toBe('DiskLost');
  });

  it('lets destruction win over everything else', () => {
    const all: Observed = Object.assign({ ...quiet }, ...Object.values(events)) as Observed;
    for (const phase of phases.filter((name) => name !== 'Destroying' && name !== 'Destroyed')) {
      expect(transition(phase, all)?.phase).toBe('Destroying');
    }
  });

  it('gives every transition a reason and a message', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phases), anObserved, (phase, observed) => {
        const next = transition(phase, observed);
        return next === undefined || (next.reason !== '' && next.message.endsWith('.'));
      }),
    );
  });

  it('reaches a fixed point within the length of the table', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phases), anObserved.filter(isPossible), (start, observed) => {
        let phase = start;
        for (const _ of phases) phase = transition(phase, observed)?.phase ?? phase;
        return transition(phase, observed) === undefined;
      }),
    );
  });

  it('ends as Destroyed from every phase', () => {
    for (const start of phases) {
      let phase = start;
      const observed = { ...quiet, deleting: true, machineGone: true, childrenGone: true };
      for (let step = 0; step < 2; step += 1) phase = transition(phase, observed)?.phase ?? phase;
      expect(phase).toBe('Destroyed');
    }
  });
});

const anObserved: fc.Arbitrary<Observed> = fc
  .subarray(Object.keys(events) as Event[])
  .map((names) => Object.assign({ ...quiet }, ...names.map((name) => events[name])) as Observed);

/** A quiet state cannot be running and gone, want and forbid a start, or repeat a completed request. */
function isPossible(observed: Observed): boolean {
  const { stop, end, failure, impossible, soldOut, diskLost } = observed;
  const isForbidden = [stop, end, failure, impossible, soldOut, diskLost].some(
    (cause) => cause !== undefined,
  );
  const passing = observed.restart ?? observed.refused ?? observed.slotLost;
  return (
    !(observed.running && observed.machineGone) &&
    !(observed.mayStart && isForbidden) &&
    passing === undefined
  );
}
