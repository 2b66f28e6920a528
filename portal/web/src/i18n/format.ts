/** Formats numbers, times and durations for display, with Intl. */
import type { Language, QuotaKind } from '@gpulease/contract/enums';
import type { Quota } from '@gpulease/contract/quotas';
import { useLanguage } from './i18n.ts';

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-US' };

export type Formatter = ReturnType<typeof makeFormatter>;

/** Allows a line break only between a date and its time. */
const brokenBeforeTime = (text: string) => text.replaceAll(/[ \u202f](?!\d+:)/g, '\u00a0');

/** Returns the local zone as `UTC+8` rather than Intl's `GMT+8`. */
function zoneOf(now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(now);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return zone.replace('GMT', 'UTC');
}

const formatters = new Map<Language, Formatter>();

/** Returns the formatter of a language, created once: Intl formats take a millisecond to create, and every list row uses them. */
export function formatter(language: Language): Formatter {
  const made = formatters.get(language) ?? makeFormatter(language);
  formatters.set(language, made);
  return made;
}

function makeFormatter(language: Language) {
  const locale = locales[language];
  const dateStyle = language === 'zh' ? 'short' : 'medium';
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'medium' });
  const minute = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle });
  const day = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
  const monthDay = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayAndHour = new Intl.DateTimeFormat(locale, {
    ...{ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const list = new Intl.ListFormat(locale);
  const spell = speller(language);
  const short = (value: number, unit: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: language === 'zh' ? 'short' : 'narrow',
    })
      .format(Math.floor(value))
      // Intl omits the space before 天; our texts have one.
      .replace(/(?=\p{Script=Han})/u, '\u00a0');
  const gib = (value: number) =>
    value >= 1024 ? `${number.format(value / 1024)}\u00a0TiB` : `${number.format(value)}\u00a0GiB`;
  const quotaAmount = (of: QuotaKind, value: number) =>
    of === 'storage' ? gib(value) : number.format(value);
  return {
    /** Local date and time of an RFC 3339 instant, to the second. */
    dateTime: (instant: string) => brokenBeforeTime(dateTime.format(new Date(instant))),
    /** Local date and time to the minute, for lists. */
    minute: (instant: string) => brokenBeforeTime(minute.format(new Date(instant))),
    date: (instant: string) => date.format(new Date(instant)),
    /** A calendar day, the same in every zone. */
    day: (of: string) => day.format(new Date(of)),
    /** A calendar day without the year, for an axis. */
    monthDay: (of: string) => monthDay.format(new Date(of)),
    /** Local hour of an RFC 3339 instant, for an axis. */
    hour: (instant: string) => hour.format(new Date(instant)),
    /** Local day and hour of an RFC 3339 instant, for an axis. */
    dayAndHour: (instant: string) => dayAndHour.format(new Date(instant)),
    /** The zone of local times, such as `UTC+8`. */
    zone: (now = new Date()) => zoneOf(now),
    number: (value: number) => number.format(value),
    /** A possibly very small number, to two significant digits: `0.13`. */
    rate: (value: number) => rate.format(value),
    list: (names: readonly string[]) => list.format(names),
    /** GiB, or TiB from 1,024 upwards. */
    gib,
    /** An amount under a quota: a count, or disk space. */
    quotaAmount,
    /** The usage of a quota: `3 / 8`. */
    quota: ({ of, used, limit }: Quota) =>
      [used, ...(limit === null ? [] : [limit])].map((value) => quotaAmount(of, value)).join(' / '),
    /** Seconds as hours, minutes and seconds. */
    duration: (seconds: number) =>
      spell({
        hour: Math.floor(seconds / 3_600),
        minute: Math.floor((seconds % 3_600) / 60),
        second: Math.floor(seconds % 60),
      }),
    /** Hours as days and hours; minutes only below one day. */
    hours: (value: number) => {
      const minutes = Math.floor(value * 60);
      const days = Math.floor(minutes / 1_440);
      const hours = Math.floor((minutes % 1_440) / 60);
      return spell(days > 0 ? { day: days, hour: hours } : { hour: hours, minute: minutes % 60 });
    },
    /** Hours in short form, such as `13h`; days from two upwards. */
    shortHours: (value: number) => {
      if (value >= 48) return short(value / 24, 'day');
      return value >= 1 ? short(value, 'hour') : short(value * 60, 'minute');
    },
  };
}

/** Intl writes 5分钟50秒钟; the usual form is 5 分 50 秒. */
const chineseUnits = { day: '天', hour: '小时', minute: '分', second: '秒' } as const;

type Unit = keyof typeof chineseUnits;

/** Spells out counts of units, omitting zeros; if all are zero, keeps the last unit. */
function speller(language: Language): (counts: Readonly<Partial<Record<Unit, number>>>) => string {
  const spellOne = ([unit, count]: readonly [string, number]) =>
    language === 'zh'
      ? `${count} ${chineseUnits[unit as Unit]}`
      : new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (counts) => {
    const all = Object.entries(counts);
    const present = all.filter(([, count]) => count > 0);
    return (present.length > 0 ? present : all.slice(-1)).map(spellOne).join(' ');
  };
}

export const useFormat = (): Formatter => formatter(useLanguage());
