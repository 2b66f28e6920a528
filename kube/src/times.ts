/** Formats a time as Lease and Event require it: RFC 3339 with microseconds. */
export function formatMicroTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/** Formats a time as the API server does, in RFC 3339 with whole seconds: `2026-01-31T12:00:00Z`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Makes RFC 3339 readable, to the minute or, with `length` 19, to the second: `2026-01-31 12:00 UTC`. */
export function utcWords(time: string, length: 16 | 19 = 16): string {
  return `${time.slice(0, length).replace('T', ' ')} UTC`;
}

/** Parses a time of an object, if present. */
export function dateOf(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the earliest of the moments; undefined if there is none. */
export function soonest(first: Date, ...others: readonly Date[]): Date;
export function soonest(...moments: readonly (Date | undefined)[]): Date | undefined;
export function soonest(...moments: readonly (Date | undefined)[]): Date | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((moment) => moment.getTime())));
}
