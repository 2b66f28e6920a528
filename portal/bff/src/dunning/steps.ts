/** The dunning table: which steps follow from what the books say, when, and which of them are to be taken now. Pure. */
import { HOUR_MS, latest } from '../clock.ts';
import type { DunningSchedule } from './schedule.ts';
import {
  beyondHour,
  isReached,
  nearLimit,
  whenSpent,
  type HourLimit,
  type LimitedPeriod,
} from './spending.ts';

/** A live order, or an ended reserved one whose machine still exists. */
export interface KeptOrder {
  readonly id: string;
  readonly name: string;
  readonly mode: 'ON_DEMAND' | 'RESERVED' | 'SPOT';
  readonly state: 'ACTIVE' | 'CLOSED' | 'REJECTED';
  readonly acceptedAt: Date;
  readonly termStart: Date | null;
  readonly termEnd: Date | null;
  readonly closedAt: Date | null;
  /** When money was put aside for it, which runs or will as soon as it can; null while none is. */
  readonly heldSince: Date | null;
  /** What it costs an hour then, in micro-yuan; 0 while nothing is put aside. */
  readonly perHour: number;
  /** When the money was last given back, and so the machine was gone. */
  readonly releasedAt: Date | null;
  readonly outOfFundsAt: Date | null;
}

/** What a wallet and its orders look like now. */
export interface DunningFacts {
  /** The billing clock. */
  readonly at: Date;
  readonly accountId: string;
  /** When money last came in, or when all periods restarted after a restore. */
  readonly rechargedAt: Date | null;
  /** When the balance is used up at the present burn; null while nothing burns. */
  readonly fundsEndAt: Date | null;
  /** Below how many fen the user wants to be told, and when that is at the present burn; null while nothing burns. */
  readonly alert: { readonly below: number; readonly at: Date | null } | null;
  /** What runs costs an hour, in micro-yuan. */
  readonly burn: number;
  /** The present day and month where they are limited. */
  readonly spending: readonly LimitedPeriod[];
  /** What machines may cost an hour, where that is limited. */
  readonly hour: HourLimit | null;
  readonly orders: readonly KeptOrder[];
  /** When steps were taken, or left out, by `stepId`. */
  readonly done: ReadonlyMap<string, Date>;
}

type DiskKind = 'UNFUNDED_DISK' | 'STOPPED_DISK' | 'ENDED_DISK';
type SpendingKind = `SPENDING_${LimitedPeriod['of']}${'_NEAR' | ''}` | 'SPENDING_HOUR';

export interface Step {
  readonly kind: 'FUNDS_LOW' | 'BALANCE_BELOW' | SpendingKind | 'TERM_ENDING' | DiskKind | 'DESTROY';
  readonly order: KeptOrder | null;
  /** The order, the wallet, its alert, or one of its limits. */
  readonly subject: string;
  /** Which of several of its kind, in hours; of an alert or a limit: fen. */
  readonly mark: number;
  /** When what it belongs to began. */
  readonly episode: Date;
  readonly at: Date;
  /** When what it warns of happens. */
  readonly until: Date;
}

export interface DunningDecision {
  /** Steps to come. */
  readonly later: readonly Step[];
  /** To be taken now. */
  readonly take: readonly Step[];
  /** Overtaken by a newer one about the same, and never taken. */
  readonly leaveOut: readonly Step[];
}

const DAY_HOURS = 24;
const NEVER = new Date(0);

/** What makes it the same step. */
export function stepId({ subject, kind, mark, episode }: Omit<Step, 'order' | 'at' | 'until'>): string {
  return `${subject}/${kind}/${mark}/${episode.toISOString()}`;
}

/** Of several steps about one thing that are due together, only the newest is taken. */
export function decideDunning(facts: DunningFacts, schedule: DunningSchedule): DunningDecision {
  const open = planSteps(facts, schedule).filter((step) => !facts.done.has(stepId(step)));
  const due = open.filter(({ at }) => at <= facts.at);
  const take = [...Map.groupBy(due, ({ subject }) => subject).values()].map(newest);
  return {
    later: open.filter(({ at }) => at > facts.at),
    take,
    leaveOut: due.filter((step) => !take.includes(step)),
  };
}

/** All steps that follow from the facts, taken or not. */
export function planSteps(facts: DunningFacts, schedule: DunningSchedule): Step[] {
  return [
    ...lowFunds(facts, schedule),
    ...balanceBelow(facts),
    ...beyondLimitOfHour(facts),
    ...limitedSpending(facts),
    ...facts.orders.flatMap((order) => [...termEnding(order, schedule), ...diskKept(order, facts, schedule)]),
  ];
}

function newest(steps: readonly Step[]): Step {
  return steps.reduce((one, other) => (other.at > one.at ? other : one));
}

/** Once the money has ended, the stop says it. */
function lowFunds(facts: DunningFacts, schedule: DunningSchedule): Step[] {
  const { at, accountId: subject, rechargedAt, fundsEndAt: until } = facts;
  if (until === null || until <= at) return [];
  const step = { kind: 'FUNDS_LOW', order: null, subject, episode: rechargedAt ?? NEVER, until } as const;
  return schedule.lowFundsHours.map((mark) => ({ ...step, mark, at: hoursAfter(until, -mark) }));
}

/** Once for each amount that is chosen, and again after a recharge. */
function balanceBelow({ accountId, rechargedAt, alert }: DunningFacts): Step[] {
  if (!alert?.at) return [];
  const { below: mark, at } = alert;
  // Of its own, so that it neither outdates what is said of the end of the money, nor is outdated by that.
  const subject = `${accountId}:alert`;
  const episode = rechargedAt ?? NEVER;
  return [{ kind: 'BALANCE_BELOW', order: null, subject, mark, episode, at, until: at }];
}

/** Near the limit and at it: each once in a period for each amount that is chosen. At once only the limit is said. */
function limitedSpending(facts: DunningFacts): Step[] {
  const { accountId, spending } = facts;
  return spending.flatMap((period) => {
    const { of, limit, since, until } = period;
    const step = { order: null, subject: `${accountId}:SPENDING_${of}`, mark: limit, episode: since, until };
    const reached = whenSpent(period, limit, facts);
    const near = whenSpent(period, nearLimit(limit), facts);
    return [
      ...(reached ? [{ ...step, kind: `SPENDING_${of}` as const, at: reached }] : []),
      ...(near ? [{ ...step, kind: `SPENDING_${of}_NEAR` as const, at: near }] : []),
    ];
  });
}

/** Starts are refused beyond it, so this comes of a limit that was lowered: once for each that is chosen. */
function beyondLimitOfHour({ at, accountId, hour, orders }: DunningFacts): Step[] {
  if (hour === null || beyondHour(orders, hour).length === 0) return [];
  const subject = `${accountId}:SPENDING_HOUR`;
  const step = { order: null, subject, mark: hour.limit, episode: hour.since, at, until: at };
  return [{ ...step, kind: 'SPENDING_HOUR' }];
}

/** When limits begin anew, while something burns or waits for that. */
export function nextPeriods({ burn, spending }: DunningFacts): Date[] {
  return spending.filter((period) => burn > 0 || isReached(period)).map(({ until }) => until);
}

/** A term that is shorter than the notice has none. */
function termEnding(order: KeptOrder, schedule: DunningSchedule): Step[] {
  const { id: subject, state, acceptedAt: episode, termStart, termEnd: until } = order;
  if (state !== 'ACTIVE' || termStart === null || until === null) return [];
  const step = { kind: 'TERM_ENDING', order, subject, episode, until } as const;
  return schedule.termNoticeHours
    .map((mark) => ({ ...step, mark, at: hoursAfter(until, -mark) }))
    .filter(({ at }) => at > latest(episode, termStart));
}

/** Why a disk is kept without its machine, and since when. */
interface Keeping {
  readonly kind: DiskKind;
  readonly since: Date;
}

/** Notices, then the end, with the time of the schedule between the last notice and it, also where that came late. */
function diskKept(order: KeptOrder, facts: DunningFacts, schedule: DunningSchedule): Step[] {
  const keeping = keepingOf(order, facts.rechargedAt);
  if (keeping === undefined) return [];
  const { kind, since: episode } = keeping;
  const { kept, notices } = hoursKept(kind, schedule);
  const step = { order, subject: order.id, episode };
  const last = Math.max(...notices);
  const lastSaidAt =
    facts.done.get(stepId({ ...step, kind, mark: last })) ?? latest(hoursAfter(episode, last), facts.at);
  const until = latest(hoursAfter(episode, kept), hoursAfter(lastSaidAt, kept - last));
  return [
    ...notices.map((hours) => ({ ...step, kind, mark: hours, at: hoursAfter(episode, hours), until })),
    { ...step, kind: 'DESTROY', mark: kept, at: until, until },
  ];
}

/** Why and since when the disk of an order is kept; undefined while it is in use. A recharge lifts what came before it, and the time of a stopped machine counts from there. */
export function keepingOf(order: KeptOrder, rechargedAt: Date | null): Keeping | undefined {
  const { mode, closedAt, heldSince, releasedAt, outOfFundsAt } = order;
  const recharged = rechargedAt ?? NEVER;
  if (mode === 'RESERVED')
    return closedAt === null ? undefined : { kind: 'ENDED_DISK', since: latest(closedAt, recharged) };
  if (outOfFundsAt !== null && outOfFundsAt >= recharged)
    return { kind: 'UNFUNDED_DISK', since: outOfFundsAt };
  if (heldSince !== null || releasedAt === null) return undefined;
  return { kind: 'STOPPED_DISK', since: latest(releasedAt, recharged) };
}

/** Hours after the beginning. */
function hoursKept(kind: Keeping['kind'], schedule: DunningSchedule) {
  const { unfundedDays, unfundedNoticeDays, stoppedDays, stoppedNoticeDays } = schedule;
  const days =
    kind === 'UNFUNDED_DISK'
      ? { kept: unfundedDays, notices: unfundedNoticeDays }
      : { kept: stoppedDays, notices: stoppedNoticeDays.map((before) => stoppedDays - before) };
  return { kept: days.kept * DAY_HOURS, notices: days.notices.map((day) => day * DAY_HOURS) };
}

function hoursAfter(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * HOUR_MS);
}
