/** Where logic takes the time from, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = { now: () => new Date() };

export function latest(...times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

export function soonest(...times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
