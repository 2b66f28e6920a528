/** The hours of a weekly plan as stretches of time. Pure. */
import type { WorkloadSpec } from '@gpulease/crds';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/kube';

export type WeeklyPlan = NonNullable<NonNullable<WorkloadSpec['schedule']>['weekly']>;

/** Milliseconds since 1970; `end` is no part of it. */
interface Hours {
  readonly begin: number;
  readonly end: number;
}

/** The hours that are on at the time. */
export function hoursAt(plan: WeeklyPlan, at: number): Hours | undefined {
  return first(plan, at, ({ begin, end }) => begin <= at && at < end);
}

/** The first end of hours after the time. */
export function endAfter(plan: WeeklyPlan, at: number): number | undefined {
  return first(plan, at, ({ end }) => end > at)?.end;
}

/** The first beginning of hours after the time. */
export function beginAfter(plan: WeeklyPlan, at: number): number | undefined {
  return first(plan, at, ({ begin }) => begin > at)?.begin;
}

/** The same day of the next week and of the week after, for daylight-saving time can skip the hours of one. */
const FARTHEST_DAY = 14;

/** The first such hours that are not long over; undefined in a zone that is not known. */
function first(plan: WeeklyPlan, at: number, isMeant: (hours: Hours) => boolean): Hours | undefined {
  const wall = wallTime(at, plan.timeZone);
  if (wall === undefined) return undefined;
  const today = Math.floor(wall / DAY_MS) * DAY_MS;
  // The hours of the day before may last until now.
  for (let day = today - DAY_MS; day <= today + FARTHEST_DAY * DAY_MS; day += DAY_MS) {
    const weekday = weekdays[new Date(day).getUTCDay()];
    const hours = plan.days.some((name) => name === weekday) ? hoursOf(plan, day) : undefined;
    if (hours !== undefined && hours.begin < hours.end && isMeant(hours)) return hours;
  }
  return undefined;
}

function hoursOf({ from, to, timeZone }: WeeklyPlan, day: number): Hours {
  const [begin, end] = [day + sinceMidnight(from), day + sinceMidnight(to)];
  return {
    begin: instantOf(begin, timeZone),
    end: instantOf(end > begin ? end : end + DAY_MS, timeZone),
  };
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR_MS + minutes * MINUTE_MS;
}

const weekdays: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** How the clocks of a zone show an instant, as milliseconds as if they were in UTC; undefined for a zone that is not known here. */
function wallTime(instant: number, timeZone: string): number | undefined {
  const clock = clockOf(timeZone);
  if (clock === undefined) return undefined;
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day, hour, minute, second] = units.map((unit) => parts.get(unit) ?? 0);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/**
 * When the clocks of a zone show a time. One that they show twice is the first, and one that they skip is as much later as
 * they are put forward.
 */
function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number) => (wallTime(instant, timeZone) ?? instant) - instant;
  // Clocks are changed at most once between the day before and the day after.
  const [before, after] = [offset(wall - DAY_MS), offset(wall + DAY_MS)];
  const found = [wall - before, wall - after].find((instant) => instant + offset(instant) === wall);
  return found ?? wall - before;
}

const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** To make one is slow. */
const clocks = new Map<string, Intl.DateTimeFormat | undefined>();

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(timeZone)) clocks.set(timeZone, newClock(timeZone));
  return clocks.get(timeZone);
}

function newClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const fields = Object.fromEntries(units.map((unit) => [unit, 'numeric']));
  try {
    return new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', timeZone });
  } catch {
    // The API server's list of zones is newer than ours.
    return undefined;
  }
}
