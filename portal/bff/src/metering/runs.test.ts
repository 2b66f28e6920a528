import { describe, expect, it } from '@jest/globals';
import { isNoticeNew, mergeRuns, type RunChanges, type RunsSeen } from './runs.ts';

/** The time `seconds` after the order was accepted. */
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1_000);
const accepted = { acceptedAt: at(0), recorded: [], runs: [] };

interface Case extends RunChanges {
  name: string;
  seen: Partial<RunsSeen> & { now: Date };
}

const cases: Case[] = [
  {
    name: 'a machine that never ran has nothing to charge',
    seen: { now: at(100) },
    opened: [],
    closed: [],
  },
  {
    name: 'a run is charged from the start that the operator reports',
    seen: { runs: [{ id: 'a', startedAt: at(40) }], now: at(41) },
    opened: [{ runId: 'a', startedAt: at(40) }],
    closed: [],
  },
  {
    name: 'a start before the order counts from the order',
    seen: { runs: [{ id: 'a', startedAt: at(-90) }], now: at(5) },
    opened: [{ runId: 'a', startedAt: at(0) }],
    closed: [],
  },
  {
    name: 'a start in the future, by a fast clock, counts from now',
    seen: { runs: [{ id: 'a', startedAt: at(300) }], now: at(10) },
    opened: [{ runId: 'a', startedAt: at(10) }],
    closed: [],
  },
  {
    name: 'a recorded run keeps its start whatever is reported later',
    seen: {
      runs: [{ id: 'a', startedAt: at(1) }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(90),
    },
    opened: [],
    closed: [],
  },
  {
    name: "after a user's stop the machine is charged until it is gone",
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'StopRequested', goneAt: at(507) }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(508),
    },
    opened: [],
    closed: [{ runId: 'a', stoppedAt: at(507), endReason: 'StopRequested' }],
  },
  {
    name: "after a user's stop the run stays open while the machine shuts down",
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'StopRequested' }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(529),
    },
    opened: [],
    closed: [],
  },
  {
    name: "a machine that takes long to shut down is charged for 30 s after the user's stop",
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'DestroyRequested' }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(640),
    },
    opened: [],
    closed: [{ runId: 'a', stoppedAt: at(530), endReason: 'DestroyRequested' }],
  },
  {
    name: 'a ten-second run that the user ends costs ten seconds plus its shutdown',
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(50), endReason: 'StopRequested', goneAt: at(52) }],
      now: at(52),
    },
    opened: [{ runId: 'a', startedAt: at(40) }],
    closed: [{ runId: 'a', stoppedAt: at(52), endReason: 'StopRequested' }],
  },
  {
    name: 'a ten-second run that the platform ends costs ten seconds',
    seen: { runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(50), endReason: 'NodeLost' }], now: at(51) },
    opened: [{ runId: 'a', startedAt: at(40) }],
    closed: [{ runId: 'a', stoppedAt: at(50), endReason: 'NodeLost' }],
  },
  {
    name: 'a restart is charged until the next run begins, and the next run from then on',
    seen: {
      runs: [
        { id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'RestartRequested' },
        { id: 'b', startedAt: at(512) },
      ],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(520),
    },
    opened: [{ runId: 'b', startedAt: at(512) }],
    closed: [{ runId: 'a', stoppedAt: at(512), endReason: 'RestartRequested' }],
  },
  {
    name: 'missed runs are recorded in order, none starting before the previous one ends',
    seen: {
      runs: [
        { id: 'b', startedAt: at(480) },
        { id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'Maintenance' },
      ],
      now: at(520),
    },
    opened: [
      { runId: 'a', startedAt: at(40) },
      { runId: 'b', startedAt: at(500) },
    ],
    closed: [{ runId: 'a', stoppedAt: at(500), endReason: 'Maintenance' }],
  },
  {
    name: 'a run without an end is closed when the next one begins',
    seen: {
      runs: [
        { id: 'a', startedAt: at(40) },
        { id: 'b', startedAt: at(90) },
      ],
      now: at(95),
    },
    opened: [
      { runId: 'a', startedAt: at(40) },
      { runId: 'b', startedAt: at(90) },
    ],
    closed: [{ runId: 'a', stoppedAt: at(90), endReason: 'MachineEnded' }],
  },
  {
    name: 'an end before the recorded start charges nothing',
    seen: {
      runs: [{ id: 'a', startedAt: at(-90), stoppedAt: at(-30), endReason: 'NodeLost' }],
      now: at(5),
    },
    opened: [{ runId: 'a', startedAt: at(0) }],
    closed: [{ runId: 'a', stoppedAt: at(0), endReason: 'NodeLost' }],
  },
  {
    name: 'once another run begins, a recorded run that the operator no longer reports is closed without a further charge',
    seen: {
      runs: [{ id: 'b', startedAt: at(300) }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(200) }],
      now: at(301),
    },
    opened: [{ runId: 'b', startedAt: at(300) }],
    closed: [{ runId: 'a', stoppedAt: at(200), endReason: 'Vanished' }],
  },
  {
    name: 'a recorded run that is missing from a stale copy of the workload stays open',
    seen: {
      runs: [],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) }],
      now: at(301),
    },
    opened: [],
    closed: [],
  },
  {
    name: 'a run already recorded as closed does not change',
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'StopRequested', goneAt: at(507) }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: at(507), chargedThrough: at(507) }],
      now: at(800),
    },
    opened: [],
    closed: [],
  },
  {
    name: 'a shutdown that was charged for 30 s is corrected when the operator later reports that it took 7 s',
    seen: {
      runs: [{ id: 'a', startedAt: at(40), stoppedAt: at(500), endReason: 'StopRequested', goneAt: at(507) }],
      recorded: [{ runId: 'a', startedAt: at(40), stoppedAt: at(530), chargedThrough: at(530) }],
      now: at(800),
    },
    opened: [],
    closed: [{ runId: 'a', stoppedAt: at(507), endReason: 'StopRequested' }],
  },
];

describe('mergeRuns', () => {
  it.each(cases)('$name', ({ seen, opened, closed }) => {
    expect(mergeRuns({ ...accepted, ...seen })).toEqual({ opened, closed });
  });
});

describe('a spot notice', () => {
  const open = { runId: 'a', startedAt: at(40), stoppedAt: null, chargedThrough: at(40) };

  it.each([
    ['is new to an open run', [open], at(90), true],
    ['is not new once it is in the books', [{ ...open, unchargedFrom: at(90) }], at(90), false],
    ['is new when it is withdrawn', [{ ...open, unchargedFrom: at(90) }], undefined, true],
    ['is new when its time changes', [{ ...open, unchargedFrom: at(90) }], at(95), true],
    ['is not new to a closed run', [{ ...open, stoppedAt: at(80) }], at(90), false],
    ['is not new when there is none', [{ ...open, unchargedFrom: null }], undefined, false],
  ] as const)('%s', (_, recorded, noticedAt, isNew) => {
    expect(isNoticeNew(recorded, noticedAt)).toBe(isNew);
  });
});
