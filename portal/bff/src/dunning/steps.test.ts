import { describe, expect, it } from '@jest/globals';
import { readDunningSchedule } from './schedule.ts';
import type { HourLimit, LimitedPeriod } from './spending.ts';
import { decideDunning, nextPeriods, stepId, type DunningFacts, type KeptOrder, type Step } from './steps.ts';

const schedule = readDunningSchedule({});
const HOUR = 3_600_000;
const start = Date.UTC(2026, 2, 1);
const hour = (hours: number) => new Date(start + hours * HOUR);
const day = (days: number) => hour(days * 24);

const machine: KeptOrder = {
  id: 'o1',
  name: 'box',
  mode: 'ON_DEMAND',
  state: 'ACTIVE',
  acceptedAt: day(-100),
  termStart: null,
  termEnd: null,
  closedAt: null,
  heldSince: null,
  perHour: 0,
  releasedAt: null,
  outOfFundsAt: null,
};
const unfunded = { ...machine, outOfFundsAt: day(0) };
const stopped = { ...machine, releasedAt: day(0) };
const reserved: KeptOrder = { ...machine, mode: 'RESERVED', termStart: day(0), termEnd: day(30) };
const ended: KeptOrder = { ...reserved, state: 'CLOSED', termEnd: day(0), closedAt: day(0) };

/** A day with a limit of 50 yuan, of which `spent` fen are spent. */
const daily = (spent: number): LimitedPeriod => ({
  ...{ of: 'DAY', limit: 5_000, spent, since: day(0), until: day(1) },
});
/** Two machines, the older at 3 yuan an hour and the newer at 2. */
const together = [
  { ...machine, id: 'o2', heldSince: hour(1), perHour: 2_000_000 },
  { ...machine, heldSince: hour(0), perHour: 3_000_000 },
];
/** A limit of `limit` fen an hour, chosen at `since`. */
const hourly = (limit: number, since = hour(2)): HourLimit => ({ of: 'HOUR', limit, since });

/** 5 yuan an hour, in micro-yuan. */
const burn = 5_000_000;

interface Given extends Partial<DunningFacts> {
  readonly at: Date;
}

const nothing = {
  accountId: 'w',
  rechargedAt: null,
  fundsEndAt: null,
  alert: null,
  burn: 0,
  spending: [],
  hour: null,
  orders: [],
  done: new Map(),
};

function decide(given: Given) {
  return decideDunning({ ...nothing, ...given }, schedule);
}

const spell = ({ kind, mark }: Step) => `${kind} ${mark}`;
const taken = (given: Given) => decide(given).take.map(spell);

describe('the steps when funds or terms run out', () => {
  it.each<[string, Given, string[]]>([
    ['nothing burns: no steps', { at: day(0), orders: [{ ...machine, heldSince: day(0) }] }, []],
    ['funds for 25 hours: nothing yet', { at: hour(0), fundsEndAt: hour(25) }, []],
    ['funds for 24 hours: notified', { at: hour(0), fundsEndAt: hour(24) }, ['FUNDS_LOW 24']],
    [
      'funds for 2 hours, first seen now: only the later notice',
      { at: hour(0), fundsEndAt: hour(2) },
      ['FUNDS_LOW 2'],
    ],
    [
      'the balance falls below the chosen amount in an hour: nothing yet',
      { at: hour(0), alert: { below: 5_000, at: hour(1) } },
      [],
    ],
    ['below that: notified', { at: hour(1), alert: { below: 5_000, at: hour(1) } }, ['BALANCE_BELOW 5000']],
    ['above that and nothing burns: nothing', { at: hour(1), alert: { below: 5_000, at: null } }, []],
    [
      'below that, and runs out within a day: both notices',
      { at: hour(0), fundsEndAt: hour(24), alert: { below: 5_000, at: hour(0) } },
      ['FUNDS_LOW 24', 'BALANCE_BELOW 5000'],
    ],
    ['less than 80% of a limit is spent: nothing', { at: hour(1), burn, spending: [daily(3_999)] }, []],
    ['80% is spent: notified', { at: hour(1), spending: [daily(4_000)] }, ['SPENDING_DAY_NEAR 5000']],
    [
      'the limit is reached: the notice of nearing it is skipped',
      { at: hour(1), spending: [daily(5_000)] },
      ['SPENDING_DAY 5000'],
    ],
    [
      'the daily and monthly limits are reached together: both notices',
      { at: hour(1), spending: [daily(6_000), { ...daily(9_000), of: 'MONTH', limit: 9_000 }] },
      ['SPENDING_DAY 5000', 'SPENDING_MONTH 9000'],
    ],
    ['machines cost exactly the hourly limit', { at: hour(3), hour: hourly(500), orders: together }, []],
    [
      'machines cost more than a lowered hourly limit: notified',
      { at: hour(3), hour: hourly(499), orders: together },
      ['SPENDING_HOUR 499'],
    ],
    ['funds used up: left to the stop', { at: hour(0), fundsEndAt: hour(0) }, []],
    [
      'stopped today for lack of funds: the stop itself has notified',
      { at: hour(1), orders: [unfunded] },
      [],
    ],
    ['a day later: reminded', { at: day(1), orders: [unfunded] }, ['UNFUNDED_DISK 24']],
    [
      'a week later, after a worker outage: reminded once',
      { at: day(7), orders: [unfunded] },
      ['UNFUNDED_DISK 168'],
    ],
    [
      'three weeks later, never reminded: reminded, not destroyed',
      { at: day(21), orders: [unfunded] },
      ['UNFUNDED_DISK 336'],
    ],
    ['recharged since: merely stopped', { at: day(7), rechargedAt: day(6), orders: [unfunded] }, []],
    ['stopped by its owner three weeks ago: nothing yet', { at: day(22), orders: [stopped] }, []],
    ['a week before its disk is deleted: notified', { at: day(23), orders: [stopped] }, ['STOPPED_DISK 552']],
    ['a recharge lifts the deletion', { at: day(23), rechargedAt: day(20), orders: [stopped] }, []],
    ['and starts over', { at: day(43), rechargedAt: day(20), orders: [stopped] }, ['STOPPED_DISK 552']],
    ['a machine that runs keeps its disk', { at: day(90), orders: [{ ...stopped, heldSince: day(0) }] }, []],
    ['a machine that never ran has no steps', { at: day(90), orders: [machine] }, []],
    ['a reserved machine that is switched off keeps its disk', { at: day(20), orders: [reserved] }, []],
    ['a week before the term ends: notified', { at: day(23), orders: [reserved] }, ['TERM_ENDING 168']],
    ['a day before the term ends: notified', { at: day(29), orders: [reserved] }, ['TERM_ENDING 24']],
    ['an hour before, all missed: the last', { at: hour(719), orders: [reserved] }, ['TERM_ENDING 1']],
    [
      'a term of one day has no notice a day before',
      { at: hour(1), orders: [{ ...reserved, termEnd: day(1) }] },
      [],
    ],
    ['a week before an ended term loses its disk', { at: day(23), orders: [ended] }, ['ENDED_DISK 552']],
  ])('%s', (_, given, expected) => {
    expect(taken(given)).toEqual(expected);
  });

  it('two machines at once produce two notices', () => {
    const orders = [unfunded, { ...unfunded, id: 'o2', name: 'other' }];
    expect(decide({ at: day(1), orders }).take.map(({ subject }) => subject)).toEqual(['o1', 'o2']);
  });
});

/** Decides at each of these hours in turn, as workers do, and returns what was done when. */
function over(hours: readonly number[], facts: (at: Date) => Omit<Given, 'at'>): [number, string][] {
  const done = new Map<string, Date>();
  return hours.flatMap((hours) => {
    const at = hour(hours);
    const { take, leaveOut } = decide({ ...facts(at), at, done });
    for (const step of [...take, ...leaveOut]) done.set(stepId(step), at);
    return take.map((step): [number, string] => [hours, spell(step)]);
  });
}
const every = (hours: number) => Array.from({ length: hours + 1 }, (_, index) => index);

describe('over the whole period', () => {
  it('sends each notice once, then destroys', () => {
    expect(over(every(24 * 20), () => ({ orders: [unfunded] }))).toEqual([
      [24, 'UNFUNDED_DISK 24'],
      [7 * 24, 'UNFUNDED_DISK 168'],
      [14 * 24, 'UNFUNDED_DISK 336'],
      [15 * 24, 'DESTROY 360'],
    ]);
    expect(over(every(24 * 40), () => ({ orders: [stopped] }))).toEqual([
      [23 * 24, 'STOPPED_DISK 552'],
      [29 * 24, 'STOPPED_DISK 696'],
      [30 * 24, 'DESTROY 720'],
    ]);
  });

  it('destroys nothing without a notice a day before, however long workers were down', () => {
    expect(over([1_000, 1_001, 1_023, 1_024], () => ({ orders: [unfunded] }))).toEqual([
      [1_000, 'UNFUNDED_DISK 336'],
      [1_024, 'DESTROY 360'],
    ]);
  });

  it('repeats the notice of a low balance only after a recharge', () => {
    const runs = (rechargedAt: Date | null, ends: number) => ({ rechargedAt, fundsEndAt: hour(ends) });
    const seen = over([0, 1, 23, 24, 30, 31], (at) => (at < hour(30) ? runs(null, 25) : runs(hour(30), 50)));
    expect(seen).toEqual([
      [1, 'FUNDS_LOW 24'],
      [23, 'FUNDS_LOW 2'],
      [30, 'FUNDS_LOW 24'],
    ]);
  });

  it('notifies once a day near a limit and once at it, and again for another limit or day', () => {
    const limit = (at: Date) => (at < hour(11) ? 5_000 : 6_000);
    const seen = over(every(36), (at) => {
      const since = at < day(1) ? day(0) : day(1);
      const spent = ((at.getTime() - since.getTime()) / HOUR) * 500;
      return {
        burn,
        spending: [
          { ...daily(spent), limit: limit(at), since, until: new Date(since.getTime() + 24 * HOUR) },
        ],
      };
    });
    expect(seen).toEqual([
      [8, 'SPENDING_DAY_NEAR 5000'],
      [10, 'SPENDING_DAY 5000'],
      [11, 'SPENDING_DAY_NEAR 6000'],
      [12, 'SPENDING_DAY 6000'],
      [34, 'SPENDING_DAY_NEAR 6000'],
      [36, 'SPENDING_DAY 6000'],
    ]);
  });

  it('notifies once that machines cost more than the hourly limit, and again when it is lowered again', () => {
    const limits = [hourly(500), hourly(400, hour(1)), hourly(900, hour(3)), hourly(400, hour(4))];
    const limitAt = (at: Date) => limits.findLast(({ since }) => since <= at) ?? null;
    const seen = over(every(6), (at) => ({ hour: limitAt(at), orders: together }));
    expect(seen).toEqual([
      [1, 'SPENDING_HOUR 400'],
      [4, 'SPENDING_HOUR 400'],
    ]);
  });

  it('sends each notice of a postponed term once', () => {
    const seen = over(every(24 * 30), (at) => ({
      orders: [{ ...reserved, termEnd: at < day(24) ? day(30) : hour(30 * 24 + 3) }],
    }));
    expect(seen.map(([, step]) => step)).toEqual(['TERM_ENDING 168', 'TERM_ENDING 24']);
  });
});

describe('steps not due yet', () => {
  it.each([
    ['when the current burn reaches it', { burn, spending: [daily(1_000)] }, [6, 8]],
    ['not if the day ends first', { burn, spending: [{ ...daily(1_000), until: hour(7) }] }, [6]],
    ['not while nothing burns', { spending: [daily(1_000)] }, []],
  ])('of a limit: %s', (_, given, hours) => {
    const { later } = decide({ at: hour(0), ...given });
    expect(later.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime())).toEqual(
      hours.map(hour),
    );
  });

  it.each([
    ['while something burns', { burn, spending: [daily(0)] }, [day(1)]],
    ['while a limit is reached', { spending: [daily(5_000)] }, [day(1)]],
    ['not while nothing can be spent', { spending: [daily(0)] }, []],
  ])('a new day is reviewed %s', (_, given, expected) => {
    expect(nextPeriods({ ...nothing, at: hour(1), ...given })).toEqual(expected);
  });

  it('have due times, as does the deletion', () => {
    const { later } = decide({ at: day(2), orders: [unfunded] });
    expect(later.map((step) => [spell(step), step.at, step.until])).toEqual([
      ['UNFUNDED_DISK 168', day(7), day(15)],
      ['UNFUNDED_DISK 336', day(14), day(15)],
      ['DESTROY 360', day(15), day(15)],
    ]);
  });
});
