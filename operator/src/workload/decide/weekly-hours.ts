/** Converts the hours of a weekly plan to intervals. Pure. */
import type { WorkloadSpec } from '@gpulease/crds';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/kube';

export type WeeklyPlan = NonNullable<NonNullable<WorkloadSpec['schedule']>['weekly']>;

/** Milliseconds since 1970; `end` is exclusive. */
interface Hours {
  readonly begin: number;
  readonly end: number;
}

/** Returns the hours that contain the time. */
export function hoursAt(plan: WeeklyPlan, at: number): Hours | undefined {
  return first(plan, at, ({ begin, end }) => begin <= at && at < end);
}

/** Returns the first end of hours after the time. */
export function endAfter(plan: WeeklyPlan, at: number): number | undefined {
  return first(plan, at, ({ end }) => end > at)?.end;
}

/** Returns the first beginning of hours after the time. */
export function beginAfter(plan: WeeklyPlan, at: number): number | undefined {
  return first(plan, at, ({ begin }) => begin > at)?.begin;
}

/** Days to search: two weeks, because daylight-saving time can skip the hours of one day. */
const FARTHEST_DAY = 14;

/** Returns the first matching hours from the day before on; undefined if the time zone is unknown. */
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

/** Returns the wall time of a zone, in milliseconds as if it were UTC; undefined if the zone is unknown here. */
function wallTime(instant: number, timeZone: string): number | undefined {
  const clock = clockOf(timeZone);
  if (clock === undefined) return undefined;
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day, hour, minute, second] = units.map((unit) => parts.get(unit) ?? 0);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/**
 * Returns the instant of a zone's wall time. An ambiguous wall time is the first of the two; a skipped one is moved forward by
 * the length of the gap.
 */
function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number) => (wallTime(instant, timeZone) ?? instant) - instant;
  // The offset changes at most once between the day before and the day after.
  const [before, after] = [offset(wall - DAY_MS), offset(wall + DAY_MS)];
  const found = [wall - before, wall - after].find((instant) => instant + offset(instant) === wall);
  return found ?? wall - before;
}

const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Cached, because creating one is slow. */
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
