import type { Run, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { aWorkload, minutesAgo, NOW } from '../../testing/scope.ts';
import type { Idle } from '../../idle/idle-watch.ts';
import { isStartedByPlan, scheduledStop, scheduleMoments, scheduleOf, scheduleOver } from './schedule.ts';
import type { WeeklyPlan } from './weekly-hours.ts';

const HOUR = 60;
const run = (startedAt: number, stoppedAt?: number): Run => ({
  id: `run-${startedAt}`,
  startedAt: minutesAgo(startedAt),
  ...(stoppedAt !== undefined && { stoppedAt: minutesAgo(stoppedAt) }),
});
const inMinutes = (minutes: number): string => minutesAgo(-minutes);
/** Its schedule has been counted for two hours, whatever that is. */
const counted = (status: WorkloadStatus, { schedule }: Partial<WorkloadSpec>): WorkloadStatus => {
  const { stopAfterHours, weekly } = schedule ?? {};
  if (status.schedule === undefined) return status;
  const counts = { ...(stopAfterHours && { stopAfterHours }), ...(weekly && { weekly }) };
  return { ...status, schedule: { ...counts, ...status.schedule } };
};
const running: WorkloadStatus = {
  phase: 'Running',
  schedule: { since: minutesAgo(2 * HOUR) },
  runs: [run(HOUR)],
};

const stopOf = (spec: Partial<WorkloadSpec>, status: WorkloadStatus) =>
  scheduledStop({ workload: aWorkload(spec, counted(status, spec)), now: NOW })?.toISOString();

/** It is a Thursday, 12:00 in London and 20:00 in Shanghai. */
const weekly: WeeklyPlan = {
  days: ['Wed', 'Thu', 'Fri'],
  from: '09:00',
  to: '18:00',
  timeZone: 'Europe/London',
};
const inShanghai = { ...weekly, timeZone: 'Asia/Shanghai' };
const countedFrom = (since: string): WorkloadStatus => ({ ...running, schedule: { since } });

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

const weeklyCases: Case[] = [
  {
    what: 'the end of the hours that are on',
    spec: { schedule: { weekly } },
    stop: '2026-01-01T18:00:00.000Z',
  },
  {
    what: 'the end of the next hours for one that was started outside of them',
    spec: { schedule: { weekly: inShanghai } },
    stop: '2026-01-02T10:00:00.000Z',
  },
  {
    what: 'the end of hours that has come',
    spec: { schedule: { weekly: inShanghai } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-01T10:00:00.000Z',
  },
  {
    what: 'the end of the hours that have begun since the last stop',
    spec: { schedule: { weekly } },
    status: countedFrom('2025-12-31T09:00:00.000Z'),
    stop: '2026-01-01T18:00:00.000Z',
  },
  {
    what: 'no end of hours that had passed when the plan was set',
    spec: { schedule: { weekly: { ...weekly, to: '11:00' } } },
    status: { ...running, schedule: { since: '2026-01-01T09:00:00.000Z', weekly } },
    stop: '2026-01-02T11:00:00.000Z',
  },
  {
    what: 'an hour later where the end of its hours is put off',
    spec: { schedule: { weekly: inShanghai, postponedUntil: '2026-01-01T13:00:00.000Z' } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-01T13:00:00.000Z',
  },
  {
    what: 'the end of the next hours where it is put off into these',
    spec: { schedule: { weekly: inShanghai, postponedUntil: '2026-01-02T02:00:00.000Z' } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-02T10:00:00.000Z',
  },
  {
    what: 'none in a time zone that is not known',
    spec: { schedule: { weekly: { ...weekly, timeZone: 'Moon/Tranquility' } } },
  },
];

describe('the scheduled stop', () => {
  it.each(weeklyCases)('of a weekly plan is $what', ({ spec, status, stop }) => {
    expect(stopOf(spec, status ?? running)).toBe(stop);
  });

  it.each(cases)('is $what', ({ spec, status, stop }) => {
    expect(stopOf(spec, status ?? running)).toBe(stop);
  });
});

describe('the status of the schedule', () => {
  const shown = (spec: Partial<WorkloadSpec>, status: WorkloadStatus = running, listed = status.runs ?? []) =>
    scheduleOf(
      { workload: aWorkload(spec, counted(status, spec)), now: NOW },
      { runs: [...listed], ...(status.halt && { halt: status.halt }) },
    );

  it('names the stop until it has passed', () => {
    const { since } = running.schedule ?? {};
    expect(shown({ schedule: { stopAt: inMinutes(5) } })).toEqual({ since, stopAt: inMinutes(5) });
    expect(shown({ schedule: { stopAt: minutesAgo(5) } })).toEqual({ since });
  });

  it('names the next start of a machine that its weekly plan keeps off, and of no other', () => {
    const spec = { schedule: { weekly: inShanghai } };
    const since = '2026-01-01T01:00:00.000Z';
    const stopped = (reason: string) => ({
      ...countedFrom(since),
      halt: { reason, at: '2026-01-01T10:00:00.000Z' },
    });
    const startAt = '2026-01-02T01:00:00.000Z';
    expect(shown(spec, stopped('ScheduledStop'))).toEqual({ since, weekly: inShanghai, startAt });
    expect(shown(spec, stopped('GuestPoweredOff'))).toEqual({ since, weekly: inShanghai });
    expect(shown(spec)).not.toHaveProperty('startAt');
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

describe('the stop of an idle machine', () => {
  const rule = { gpuPercent: 5, minutes: 60 };
  const seen = (idle: Idle | undefined, schedule: WorkloadSpec['schedule'] = { idle: rule }, status = {}) => {
    const counted = { since: minutesAgo(2 * HOUR), idle: rule, idleSince: minutesAgo(20) };
    const workload = aWorkload({ schedule }, { ...running, schedule: counted, ...status });
    return { workload, now: NOW, idle };
  };
  const idleFor = (minutes: number, seenAgo = 0): Idle => ({
    since: new Date(minutesAgo(minutes)),
    seenAt: new Date(minutesAgo(seenAgo)),
  });
  const other = { idle: { ...rule, gpuPercent: 10 } };
  const putOff = { idle: rule, postponedUntil: inMinutes(90) };

  it.each<[what: string, stop: string | undefined, ...of: Parameters<typeof seen>]>([
    ['comes when it has been idle for its time', inMinutes(30), idleFor(30)],
    ['goes by what was written before it is looked at', inMinutes(40), undefined],
    ['is not known of one that is busy or not measured', undefined, { seenAt: NOW }],
    ['is not known of a rule that was set just now', undefined, undefined, other],
    ['is not known of one that is off', undefined, idleFor(30), { idle: rule }, { phase: 'Stopped' }],
    ['can be put off', inMinutes(90), idleFor(30), putOff],
    [
      'that is put off comes no sooner than it would',
      inMinutes(30),
      idleFor(30),
      { ...putOff, postponedUntil: inMinutes(1) },
    ],
  ])('%s', (_, stop, ...of) => {
    expect(scheduledStop(seen(...of))?.toISOString()).toBe(stop);
  });

  it('is due only when it was seen to be idle to the end, however much time has passed', () => {
    expect(scheduleOver(seen(idleFor(60)))).toMatchObject({
      reason: 'IdleStop',
      halt: 'IdleStop',
      parameters: { percent: '5', minutes: '60' },
    });
    expect(scheduleOver(seen(idleFor(59)))).toBeUndefined();
    expect(scheduleOver(seen(idleFor(62, 3)))).toBeUndefined();
    expect(scheduleOver(seen(undefined, { idle: { ...rule, minutes: 15 } }))).toBeUndefined();
  });

  it('is foretold a quarter of an hour before, or when half of a shorter time has passed', () => {
    const warnedAt = (minutes: number) => {
      const short = { gpuPercent: 5, minutes };
      const schedule = { since: minutesAgo(2 * HOUR), idle: short };
      const [, warning] = scheduleMoments(seen(idleFor(0), { idle: short }, { schedule }));
      return warning?.toISOString();
    };
    expect(warnedAt(60)).toBe(inMinutes(45));
    expect(warnedAt(20)).toBe(inMinutes(10));
  });

  it('is shown with since when the machine is idle, also while it is due', () => {
    const shown = (minutes: number) => {
      const about = seen(idleFor(minutes));
      return scheduleOf(about, { runs: about.workload.status?.runs ?? [] });
    };
    const since = minutesAgo(2 * HOUR);
    expect(shown(30)).toEqual({ since, idle: rule, idleSince: minutesAgo(30), stopAt: inMinutes(30) });
    expect(shown(61)).toMatchObject({ stopAt: minutesAgo(1) });
  });
});

describe('the weekly plan', () => {
  const stoppedAt = (at: string, reason = 'ScheduledStop'): WorkloadStatus => ({
    phase: 'Stopped',
    schedule: { since: '2025-12-31T09:00:00.000Z', weekly },
    halt: { reason, at },
  });
  const evening = '2025-12-31T18:00:00.000Z';
  const change = { powerState: 'Stopped' } as const;

  it.each<[what: string, spec: Partial<WorkloadSpec>, status: WorkloadStatus, starts: boolean]>([
    ['starts a machine that it has stopped', {}, stoppedAt(evening), true],
    ['starts none that was shut down from inside', {}, stoppedAt(evening, 'GuestPoweredOff'), false],
    ['starts none whose money ran out', { resume: 'Automatic' }, stoppedAt(evening, 'Funds'), false],
    ['starts none that is switched off', change, stoppedAt(evening), false],
    ['starts none that was stopped in the present hours', {}, stoppedAt(minutesAgo(60)), false],
    ['starts none outside of its hours', { schedule: { weekly: inShanghai } }, stoppedAt(evening), false],
    [
      'starts none at once when it is set within its hours',
      { schedule: { weekly: { ...weekly, to: '19:00' } } },
      stoppedAt(evening),
      false,
    ],
    ['starts none that runs', {}, running, false],
  ])('%s', (_, spec, status, starts) => {
    const workload = aWorkload({ schedule: { weekly }, ...spec }, status);
    expect(isStartedByPlan({ workload, now: NOW })).toBe(starts);
  });
});
