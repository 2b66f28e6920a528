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
/** Adds the spec's schedule to a status that has counted it for two hours. */
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
    what: 'the chosen time that has passed',
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
    what: 'the time that passed while an automatically starting machine was off',
    spec: { schedule: { stopAt: minutesAgo(5) }, resume: 'Automatic' },
    status: { ...running, phase: 'Stopped', halt: { reason: 'Funds', at: minutesAgo(30) } },
    stop: minutesAgo(5),
  },
  {
    what: 'the time that passed while an order waited',
    spec: { schedule: { stopAt: minutesAgo(5) } },
    status: { phase: 'Pending', schedule: { since: minutesAgo(HOUR) } },
    stop: minutesAgo(5),
  },
  {
    what: 'the time between an order and its first reconcile',
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
    what: 'an hour later if it is postponed',
    spec: { schedule: { stopAt: minutesAgo(5), postponedUntil: inMinutes(55) } },
    stop: inMinutes(55),
  },
  {
    what: 'the later time, even after a restart in the meantime',
    spec: {
      schedule: { stopAt: minutesAgo(5), postponedUntil: inMinutes(55) },
      restartedAt: minutesAgo(4),
    },
    stop: inMinutes(55),
  },
  {
    what: 'the chosen time if an earlier stop was postponed',
    spec: { schedule: { stopAt: inMinutes(5), postponedUntil: minutesAgo(55) } },
    stop: inMinutes(5),
  },
  {
    what: 'its hours after the run began',
    spec: { schedule: { stopAfterHours: 4 } },
    stop: inMinutes(3 * HOUR),
  },
  {
    what: 'its hours from the time at which they were set',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { phase: 'Running', runs: [run(HOUR)] },
    stop: inMinutes(4 * HOUR),
  },
  {
    what: 'changed hours from the time at which they were set',
    spec: { schedule: { stopAfterHours: 1 } },
    status: { ...running, schedule: { since: minutesAgo(2 * HOUR), stopAfterHours: 4 } },
    stop: inMinutes(HOUR),
  },
  {
    what: 'its hours without those in which it was off, such as before a recharge',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, runs: [run(2 * HOUR, HOUR), run(HOUR / 2)] },
    stop: inMinutes(2.5 * HOUR),
  },
  {
    what: 'its hours minus those of runs that are no longer listed',
    spec: { schedule: { stopAfterHours: 4 } },
    status: { ...running, schedule: { since: minutesAgo(2 * HOUR), stopAfterHours: 4, ranSeconds: 1800 } },
    stop: inMinutes(2.5 * HOUR),
  },
  {
    what: 'its hours from a restart, whatever ran before in runs that are no longer listed',
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
    what: 'the past if its hours are used up and it would start automatically',
    spec: { schedule: { stopAfterHours: 1 }, resume: 'Automatic' },
    status: { ...running, phase: 'Stopped', runs: [run(2 * HOUR, HOUR)] },
    stop: minutesAgo(HOUR),
  },
  {
    what: 'an hour later if the stop after its hours is postponed',
    spec: { schedule: { stopAfterHours: 1, postponedUntil: inMinutes(HOUR) } },
    stop: inMinutes(HOUR),
  },
];

const weeklyCases: Case[] = [
  {
    what: 'the end of the current hours',
    spec: { schedule: { weekly } },
    stop: '2026-01-01T18:00:00.000Z',
  },
  {
    what: 'the end of the next hours if it was started outside of them',
    spec: { schedule: { weekly: inShanghai } },
    stop: '2026-01-02T10:00:00.000Z',
  },
  {
    what: 'the end of hours that has passed',
    spec: { schedule: { weekly: inShanghai } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-01T10:00:00.000Z',
  },
  {
    what: 'the end of the hours that began after the last stop',
    spec: { schedule: { weekly } },
    status: countedFrom('2025-12-31T09:00:00.000Z'),
    stop: '2026-01-01T18:00:00.000Z',
  },
  {
    what: 'not an end of hours that had passed when the plan was set',
    spec: { schedule: { weekly: { ...weekly, to: '11:00' } } },
    status: { ...running, schedule: { since: '2026-01-01T09:00:00.000Z', weekly } },
    stop: '2026-01-02T11:00:00.000Z',
  },
  {
    what: 'an hour later if the end of its hours is postponed',
    spec: { schedule: { weekly: inShanghai, postponedUntil: '2026-01-01T13:00:00.000Z' } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-01T13:00:00.000Z',
  },
  {
    what: 'the end of the next hours if it is postponed into them',
    spec: { schedule: { weekly: inShanghai, postponedUntil: '2026-01-02T02:00:00.000Z' } },
    status: countedFrom('2026-01-01T01:00:00.000Z'),
    stop: '2026-01-02T10:00:00.000Z',
  },
  {
    what: 'none in an unknown time zone',
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

  it('states the next stop until it has passed', () => {
    const { since } = running.schedule ?? {};
    expect(shown({ schedule: { stopAt: inMinutes(5) } })).toEqual({ since, stopAt: inMinutes(5) });
    expect(shown({ schedule: { stopAt: minutesAgo(5) } })).toEqual({ since });
  });

  it('states the next start only of a machine that its weekly plan stopped', () => {
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

  it('counts from the last requested start, and disappears with the schedule', () => {
    const schedule = { stopAfterHours: 4 };
    expect(shown({ schedule, restartedAt: minutesAgo(3) })).toMatchObject({ since: minutesAgo(3) });
    const carriedOut = { ...running, restartedAt: minutesAgo(3) };
    expect(shown({ schedule, restartedAt: minutesAgo(3) }, carriedOut)).toMatchObject(running.schedule ?? {});
    expect(shown({})).toBeUndefined();
  });

  it('keeps the running time of runs that are no longer listed', () => {
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
    ['comes when it has been idle for the time of its rule', inMinutes(30), idleFor(30)],
    ['relies on the status before it is measured', inMinutes(40), undefined],
    ['is unknown if it is busy or not measured', undefined, { seenAt: NOW }],
    ['is unknown for a rule that was just set', undefined, undefined, other],
    ['is unknown while it is off', undefined, idleFor(30), { idle: rule }, { phase: 'Stopped' }],
    ['can be postponed', inMinutes(90), idleFor(30), putOff],
    [
      'is never moved forward by a postponement',
      inMinutes(30),
      idleFor(30),
      { ...putOff, postponedUntil: inMinutes(1) },
    ],
  ])('%s', (_, stop, ...of) => {
    expect(scheduledStop(seen(...of))?.toISOString()).toBe(stop);
  });

  it('is due only if a measurement covers its whole idle time, however much time has passed', () => {
    expect(scheduleOver(seen(idleFor(60)))).toMatchObject({
      reason: 'IdleStop',
      halt: 'IdleStop',
      parameters: { percent: '5', minutes: '60' },
    });
    expect(scheduleOver(seen(idleFor(59)))).toBeUndefined();
    expect(scheduleOver(seen(idleFor(62, 3)))).toBeUndefined();
    expect(scheduleOver(seen(undefined, { idle: { ...rule, minutes: 15 } }))).toBeUndefined();
  });

  it('is announced a quarter of an hour before, or after half of a shorter idle time', () => {
    const warnedAt = (minutes: number) => {
      const short = { gpuPercent: 5, minutes };
      const schedule = { since: minutesAgo(2 * HOUR), idle: short };
      const [, warning] = scheduleMoments(seen(idleFor(0), { idle: short }, { schedule }));
      return warning?.toISOString();
    };
    expect(warnedAt(60)).toBe(inMinutes(45));
    expect(warnedAt(20)).toBe(inMinutes(10));
  });

  it('is shown with the start of the idle time, even while it is due', () => {
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
    ['starts a machine that it stopped', {}, stoppedAt(evening), true],
    ['starts none that was shut down from inside', {}, stoppedAt(evening, 'GuestPoweredOff'), false],
    ['starts none that has no funds', { resume: 'Automatic' }, stoppedAt(evening, 'Funds'), false],
    ['starts none that is switched off', change, stoppedAt(evening), false],
    ['starts none stopped in the present hours', {}, stoppedAt(minutesAgo(60)), false],
    ['starts none outside its hours', { schedule: { weekly: inShanghai } }, stoppedAt(evening), false],
    [
      'starts none at once if set within its hours',
      { schedule: { weekly: { ...weekly, to: '19:00' } } },
      stoppedAt(evening),
      false,
    ],
    ['starts none that is running', {}, running, false],
  ])('%s', (_, spec, status, starts) => {
    const workload = aWorkload({ schedule: { weekly }, ...spec }, status);
    expect(isStartedByPlan({ workload, now: NOW })).toBe(starts);
  });
});
