/** The source of the current time, which tests can replace. */
export interface Clock {
  now(): Date;
}

export { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';

export const systemClock: Clock = { now: () => new Date() };

export function latest(...times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
