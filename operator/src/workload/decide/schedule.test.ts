import type { Run, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aWorkload, minutesAgo, NOW } from '../../testing/scope.ts';
import { scheduledStop, scheduleOf } from './schedule.ts';

const HOUR = 60;
const run = (startedAt: number, stoppedAt?: number): Run => ({
  id: `run-${startedAt}`,
  startedAt: minutesAgo(startedAt),
  ...(stoppedAt !== undefined && { stoppedAt: minutesAgo(stoppedAt) }),
});
const inMinutes = (minutes: number): string => minutesAgo(-minutes);
/** Its schedule has been counted for two hours, whatever that is. */
const counted = (status: WorkloadStatus, { schedule }: Partial<WorkloadSpec>): WorkloadStatus => {
  const hours = schedule?.stopAfterHours;
  if (status.schedule === undefined || hours === undefined) return status;
  return { ...status, schedule: { stopAfterHours: hours, ...status.schedule } };
};
const running: WorkloadStatus = {
  phase: 'Running',
  schedule: { since: minutesAgo(2 * HOUR) },
  runs: [run(HOUR)],
};

const stopOf = (spec: Partial<WorkloadSpec>, status: WorkloadStatus) =>
  scheduledStop({ workload: aWorkload(spec, counted(status, spec)), now: NOW })?.toISOString();

interface Case {
  what: string;
  spec: Partial<WorkloadSpec>;
  status?: WorkloadStatus;
  stop?: string;
}

const cases: Case[] = [
  { what: 'nothing without a schedule', spec: {} },
  {
    what: 'nothing while it is switched off',
    spec: { schedule: { stopAt: inMinutes(5) }, powerState: 'Stopped' },
  },
  { what: 'the chosen time', spec: { schedule: { stopAt: inMinutes(5) } }, stop: inMinutes(5) },
  {
    what: 'the chosen time that has come',
    spec: { schedule: { stopAt: minutesAgo(5) } },
    stop: minutesAgo(5),
  },
  {
    what: 'not the time before the last requested start',
    spec: { schedule: { stopAt: minutesAgo(5) }, restartedAt: minutesAgo(4) },
  },
  {
    what: 'the time after a restart',
    spec: { schedule: { stopAt: inMinutes(5) }, restartedAt: minutesAgo(4) },
    stop: inMinutes(5),
  },
  {
    what: 'the time that has passed while a machine that starts by itself was off',
    spec: { schedule: { stopAt: minutesAgo(5) }, resume: 'Automatic' },
    status: { ...running, phase: 'Stopped', halt: { reason: 'Funds', at: minutesAgo(30) } },
    stop: minutesAgo(5),
  },
  {
    what: 'the time that has passed while an order waited',
    spec: { schedule: { stopAt: minutesAgo(5) } },
    status: { phase: 'Pending', schedule: { since: minutesAgo(HOUR) } },
    stop: minutesAgo(5),
  },
  {
    what: 'the time between an order and the first look at it',
    spec: { schedule: { stopAt: minutesAgo(5) } },
    status: {},
    stop: minutesAgo(5),
  },
  {
    what: 'not a time that had passed when the schedule was set',
    spec: { schedule: { stopAt: minutesAgo(5) } },
    status: { phase: 'Running', runs: [run(HOUR)] },
  },
  {
    what: 'an hour later where it is put off',
    spec: { schedule: { stopAt: minutesAgo(5), postponedUntil: inMinutes(55) } },
    stop: inMinutes(55),
  },
  {
    what: 'the later time also after a restart meanwhile',
    spec: {
      schedule: { stopAt: minutesAgo(5), postponedUntil: inMinutes(55) },
      restartedAt: minutesAgo(4),
    },
    stop: inMinutes(55),
  },
  {
    what: 'the chosen time where an earlier stop was put off',
    spec: { schedule: { stopAt: inMinutes(5), postponedUntil: minutesAgo(55) } },
    stop: inMinutes(5),
  },
  {
    what: 'its hours after the run began',
    spec: { schedule: { stopAfterHours: 4 } },
    stop: inMinutes(3 * HOUR),
  },
  {
    what: 'its hours from the moment at which they were set',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { phase: 'Running', runs: [run(HOUR)] },
    stop: inMinutes(4 * HOUR),
  },
  {
    what: 'other hours from the moment at which they were set',
    spec: { schedule: { stopAfterHours: 1 } },
    status: { ...running, schedule: { since: minutesAgo(2 * HOUR), stopAfterHours: 4 } },
    stop: inMinutes(HOUR),
  },
  {
    what: 'its hours without those in which it was off, as after a crash or a recharge',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, runs: [run(2 * HOUR, HOUR), run(HOUR / 2)] },
    stop: inMinutes(2.5 * HOUR),
  },
  {
    what: 'its hours without those of runs that are listed no longer',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, schedule: { since: minutesAgo(2 * HOUR), stopAfterHours: 4, ranSeconds: 1800 } },
    stop: inMinutes(2.5 * HOUR),
  },
  {
    what: 'its hours from a restart on, whatever ran before in runs that are listed no longer',
    spec: { schedule: { stopAfterHours: 4 }, restartedAt: minutesAgo(30) },
    status: { ...running, schedule: { since: minutesAgo(2 * HOUR), stopAfterHours: 4, ranSeconds: 1800 } },
    stop: inMinutes(3.5 * HOUR),
  },
  {
    what: 'its hours without the runs before the last requested start',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, runs: [run(9 * HOUR, 3 * HOUR), run(HOUR)] },
    stop: inMinutes(3 * HOUR),
  },
  {
    what: 'nothing before its hours begin',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, phase: 'Starting', runs: [] },
  },
  {
    what: 'the past when its hours are used up and it would start by itself',
    spec: { schedule: { stopAfterHours: 1 }, resume: 'Automatic' },
    status: { ...running, phase: 'Stopped', runs: [run(2 * HOUR, HOUR)] },
    stop: minutesAgo(HOUR),
  },
  {
    what: 'an hour later where its hours are put off',
    spec: { schedule: { stopAfterHours: 1, postponedUntil: inMinutes(HOUR) } },
    stop: inMinutes(HOUR),
  },
];

describe('the scheduled stop', () => {
  it.each(cases)('is $what', ({ spec, status, stop }) => {
    expect(stopOf(spec, status ?? running)).toBe(stop);
  });
});

describe('the status of the schedule', () => {
  const shown = (spec: Partial<WorkloadSpec>, status: WorkloadStatus = running, listed = status.runs ?? []) =>
    scheduleOf({ workload: aWorkload(spec, counted(status, spec)), now: NOW }, listed);

  it('names the stop until it has passed', () => {
    const { since } = running.schedule ?? {};
    expect(shown({ schedule: { stopAt: inMinutes(5) } })).toEqual({ since, stopAt: inMinutes(5) });
    expect(shown({ schedule: { stopAt: minutesAgo(5) } })).toEqual({ since });
  });

  it('counts from the start that was requested last, and is gone with the schedule', () => {
    const schedule = { stopAfterHours: 4 };
    expect(shown({ schedule, restartedAt: minutesAgo(3) })).toMatchObject({ since: minutesAgo(3) });
    const carriedOut = { ...running, restartedAt: minutesAgo(3) };
    expect(shown({ schedule, restartedAt: minutesAgo(3) }, carriedOut)).toMatchObject(running.schedule ?? {});
    expect(shown({})).toBeUndefined();
  });

  it('keeps how long it ran in runs that are listed no longer', () => {
    const spec = { schedule: { stopAfterHours: 4 } };
    const last = run(HOUR);
    const runs = [run(3 * HOUR, 2.5 * HOUR), run(2.5 * HOUR, 1.5 * HOUR), run(1.5 * HOUR, 1.25 * HOUR), last];
    const before = shown(spec, { ...running, runs });
    const after = shown(spec, { ...running, runs }, [last]);
    expect(after).toEqual({ ...before, ranSeconds: 45 * 60 });
    expect(shown(spec, { ...running, schedule: after, runs: [last] })).toEqual(after);
    expect(
      shown({ ...spec, restartedAt: minutesAgo(3) }, { ...running, schedule: after, runs: [last] }),
    ).not.toHaveProperty('ranSeconds');
  });
});
