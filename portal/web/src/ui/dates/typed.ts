/** Days and times as users type them: `2026-03-01`, and `2026-03-01 09:30` in the browser's zone. */

/** Matches RFC 3339 instants and no typed text. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;
const FIRST_DAY = '1970-01-01';

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value);
}

/** Whether the text is a calendar day, from 1970 on. */
export function isDay(text: string): boolean {
  return DAY.test(text) && text >= FIRST_DAY && instantOf(`${text} 12:00`) !== undefined;
}

/** Returns the instant of a typed day and time; undefined unless both exist in the browser's zone. */
export function instantOf(typed: string): string | undefined {
  const exact = typed.trim();
  const parts = MINUTE.exec(exact);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const time = new Date(year, month - 1, day, hour, minute);
  // `Date` turns a day or hour that does not exist into another one.
  return minuteOf(time) === exact ? time.toISOString() : undefined;
}

/** Returns a time as users type it, to the minute. */
export function minuteOf(time: Date): string {
  return `${dayOf(time)} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function dayOf(time: Date): string {
  const year = String(time.getFullYear()).padStart(4, '0');
  return [year, two(time.getMonth() + 1), two(time.getDate())].join('-');
}

/** Replaces the full-width digits and punctuation of a Chinese keyboard with ASCII. */
export const usualSigns = (typed: string): string => typed.normalize('NFKC').trimStart();

const two = (number: number): string => String(number).padStart(2, '0');
