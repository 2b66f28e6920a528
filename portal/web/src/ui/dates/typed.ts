/** Days and times as a person types them: `2026-03-01`, and `2026-03-01 09:30` in the browser's zone. */

/** An RFC 3339 instant, and nothing that a person types. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;
const FIRST_DAY = '1970-01-01';

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value);
}

/** Whether the text is a day of the calendar, from 1970. */
export function isDay(text: string): boolean {
  return DAY.test(text) && text >= FIRST_DAY && instantOf(`${text} 12:00`) !== undefined;
}

/** The instant of a typed day and time; undefined unless both exist in the browser's zone. */
export function instantOf(typed: string): string | undefined {
  const exact = typed.trim();
  const parts = MINUTE.exec(exact);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const time = new Date(year, month - 1, day, hour, minute);
  // A day or an hour that does not exist becomes another one.
  return minuteOf(time) === exact ? time.toISOString() : undefined;
}

/** A moment as it is typed, to the minute. */
export function minuteOf(time: Date): string {
  return `${dayOf(time)} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function dayOf(time: Date): string {
  const year = String(time.getFullYear()).padStart(4, '0');
  return [year, two(time.getMonth() + 1), two(time.getDate())].join('-');
}

/** What is typed, with the usual digits and signs in place of the wide ones of a Chinese keyboard. */
export const usualSigns = (typed: string): string => typed.normalize('NFKC').trimStart();

const two = (number: number): string => String(number).padStart(2, '0');
