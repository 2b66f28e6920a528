/** The dunning table: which steps follow from the books, when, and which are due now. Pure. */
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
  /** When its current hold was created; null without a hold, while it neither runs nor is about to. */
  readonly heldSince: Date | null;
  /** Its cost per hour, in micro-yuan; 0 without a hold. */
  readonly perHour: number;
  /** When its last hold was released, because the machine had stopped. */
  readonly releasedAt: Date | null;
  readonly outOfFundsAt: Date | null;
}

/** The current state of a wallet and its orders. */
export interface DunningFacts {
  /** The billing clock. */
  readonly at: Date;
  readonly accountId: string;
  /** When funds last came in, or when a restore restarted all periods. */
  readonly rechargedAt: Date | null;
  /** When the balance is used up at the current burn; null while nothing burns. */
  readonly fundsEndAt: Date | null;
  /** The balance in fen below which the user wants a notice, and when the current burn reaches it; null while nothing burns. */
  readonly alert: { readonly below: number; readonly at: Date | null } | null;
  /** The hourly cost of running machines, in micro-yuan. */
  readonly burn: number;
  /** The current day and month, if limited. */
  readonly spending: readonly LimitedPeriod[];
  /** The limit on the hourly cost of machines, if any. */
  readonly hour: HourLimit | null;
  readonly orders: readonly KeptOrder[];
  /** When steps were taken or skipped, by `stepId`. */
  readonly done: ReadonlyMap<string, Date>;
}

type DiskKind = 'UNFUNDED_DISK' | 'STOPPED_DISK' | 'ENDED_DISK';
type SpendingKind = `SPENDING_${LimitedPeriod['of']}${'_NEAR' | ''}` | 'SPENDING_HOUR';

export interface Step {
  readonly kind: 'FUNDS_LOW' | 'BALANCE_BELOW' | SpendingKind | 'TERM_ENDING' | DiskKind | 'DESTROY';
  readonly order: KeptOrder | null;
  /** The order, the wallet, its alert, or one of its limits. */
  readonly subject: string;
  /** Distinguishes steps of one kind: in hours, or in fen for an alert or a limit. */
  readonly mark: number;
  /** Start of the period that the step belongs to. */
  readonly episode: Date;
  readonly at: Date;
  /** When the event that it announces happens. */
  readonly until: Date;
}

export interface DunningDecision {
  /** Steps that are not due yet. */
  readonly later: readonly Step[];
  /** Steps to take now. */
  readonly take: readonly Step[];
  /** Due steps superseded by a newer one with the same subject, and never taken. */
  readonly leaveOut: readonly Step[];
}

const DAY_HOURS = 24;
const NEVER = new Date(0);

/** Returns the identity of a step. */
export function stepId({ subject, kind, mark, episode }: Omit<Step, 'order' | 'at' | 'until'>): string {
  return `${subject}/${kind}/${mark}/${episode.toISOString()}`;
}

/** Decides which steps to take. Of several due steps with one subject, only the newest is taken. */
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

/** Returns all steps that follow from the facts, taken or not. */
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

/** None once the funds are used up: the stop sends its own notice. */
function lowFunds(facts: DunningFacts, schedule: DunningSchedule): Step[] {
  const { at, accountId: subject, rechargedAt, fundsEndAt: until } = facts;
  if (until === null || until <= at) return [];
  const step = { kind: 'FUNDS_LOW', order: null, subject, episode: rechargedAt ?? NEVER, until } as const;
  return schedule.lowFundsHours.map((mark) => ({ ...step, mark, at: hoursAfter(until, -mark) }));
}

/** Once for each chosen amount, and again after a recharge. */
function balanceBelow({ accountId, rechargedAt, alert }: DunningFacts): Step[] {
  if (!alert?.at) return [];
  const { below: mark, at } = alert;
  // A separate subject, so that this step and the low-funds steps do not supersede each other.
  const subject = `${accountId}:alert`;
  const episode = rechargedAt ?? NEVER;
  return [{ kind: 'BALANCE_BELOW', order: null, subject, mark, episode, at, until: at }];
}

/** Near the limit and at it, each once per period and chosen amount. If both are due, only the latter is taken. */
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

/** Starts beyond the limit are refused, so only a lowered limit leads here: once for each chosen limit. */
function beyondLimitOfHour({ at, accountId, hour, orders }: DunningFacts): Step[] {
  if (hour === null || beyondHour(orders, hour).length === 0) return [];
  const subject = `${accountId}:SPENDING_HOUR`;
  const step = { order: null, subject, mark: hour.limit, episode: hour.since, at, until: at };
  return [{ ...step, kind: 'SPENDING_HOUR' }];
}

/** Returns when limited periods restart, if machines are burning or the current limit is reached. */
export function nextPeriods({ burn, spending }: DunningFacts): Date[] {
  return spending.filter((period) => burn > 0 || isReached(period)).map(({ until }) => until);
}

/** A term shorter than a notice period has no such notice. */
function termEnding(order: KeptOrder, schedule: DunningSchedule): Step[] {
  const { id: subject, state, acceptedAt: episode, termStart, termEnd: until } = order;
  if (state !== 'ACTIVE' || termStart === null || until === null) return [];
  const step = { kind: 'TERM_ENDING', order, subject, episode, until } as const;
  return schedule.termNoticeHours
    .map((mark) => ({ ...step, mark, at: hoursAfter(until, -mark) }))
    .filter(({ at }) => at > latest(episode, termStart));
}

/** Why a disk is kept without a running machine, and since when. */
interface Keeping {
  readonly kind: DiskKind;
  readonly since: Date;
}

/** Notices, then the deletion, which keeps its scheduled distance to the last notice even if that was late. */
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

/** Returns why and since when a disk is kept; undefined while in use. A recharge lifts a lack of funds and restarts the period. */
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

/** Returns hours since the start of the period. */
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
