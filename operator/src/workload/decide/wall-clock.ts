/** Instants and the clocks on the walls of a time zone, daylight-saving time included. Pure. */
import { DAY_MS } from '@gpulease/kube';

/** How the clocks of a zone show an instant, as milliseconds as if they were in UTC; undefined for a zone that is not known here. */
export function wallTime(instant: number, timeZone: string): number | undefined {
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
export function instantOf(wall: number, timeZone: string): number {
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
