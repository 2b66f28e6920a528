import { describe, expect, it } from '@jest/globals';
import { beginAfter, endAfter, hoursAt, type WeeklyPlan } from './weekly-hours.ts';

const office: WeeklyPlan = {
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  from: '09:00',
  to: '18:00',
  timeZone: 'Asia/Shanghai',
};
const nights: WeeklyPlan = { ...office, from: '22:00', to: '06:00', days: ['Fri'] };
const everyDay: WeeklyPlan = { ...office, days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] };
const newYork: WeeklyPlan = { ...everyDay, timeZone: 'America/New_York' };
const sundays: WeeklyPlan = { ...newYork, days: ['Sun'] };

/** The current hours, or the beginning of the next, and the first end, in UTC. */
function seen(plan: WeeklyPlan, time: string): string {
  const at = Date.parse(time);
  const begin = hoursAt(plan, at)?.begin ?? beginAfter(plan, at);
  const words = [begin, endAfter(plan, at)].map((found) =>
    found === undefined ? 'never' : new Date(found).toISOString().slice(5, 16),
  );
  return words.join(' to ');
}

describe('weekly hours', () => {
  it.each<[what: string, plan: WeeklyPlan, at: string, hours: string]>([
    ['before they begin', office, '2026-03-02T00:59:59Z', '03-02T01:00 to 03-02T10:00'],
    ['when they begin', office, '2026-03-02T01:00:00Z', '03-02T01:00 to 03-02T10:00'],
    ['before they end', office, '2026-03-02T09:59:59Z', '03-02T01:00 to 03-02T10:00'],
    ['when they end', office, '2026-03-02T10:00:00Z', '03-03T01:00 to 03-03T10:00'],
    ['before a weekend', office, '2026-03-06T10:00:00Z', '03-09T01:00 to 03-09T10:00'],
    [
      'on a day that has begun only in that zone',
      { ...office, from: '01:00' },
      '2026-03-01T18:00:00Z',
      '03-01T17:00 to 03-02T10:00',
    ],
    ['over midnight', nights, '2026-03-06T16:30:00Z', '03-06T14:00 to 03-06T22:00'],
    ['after such a night', nights, '2026-03-06T22:00:00Z', '03-13T14:00 to 03-13T22:00'],
    ['until midnight', { ...nights, to: '00:00' }, '2026-03-06T15:00:00Z', '03-06T14:00 to 03-06T16:00'],
    ['before clocks go forward', newYork, '2026-03-07T15:00:00Z', '03-07T14:00 to 03-07T23:00'],
    ['after clocks went forward', newYork, '2026-03-08T14:00:00Z', '03-08T13:00 to 03-08T22:00'],
    ['after clocks went back', newYork, '2026-11-01T15:00:00Z', '11-01T14:00 to 11-01T23:00'],
    [
      'across the skipped hour',
      { ...sundays, from: '01:00', to: '04:00' },
      '2026-03-08T05:00:00Z',
      '03-08T06:00 to 03-08T08:00',
    ],
    [
      'across the repeated hour',
      { ...sundays, from: '01:00', to: '04:00' },
      '2026-11-01T04:00:00Z',
      '11-01T05:00 to 11-01T09:00',
    ],
    [
      'from a skipped time, which becomes an hour later',
      { ...sundays, from: '02:30', to: '06:00' },
      '2026-03-08T05:00:00Z',
      '03-08T07:30 to 03-08T10:00',
    ],
    [
      'entirely in the skipped hour, which is none',
      { ...sundays, from: '02:00', to: '03:00' },
      '2026-03-08T05:00:00Z',
      '03-15T06:00 to 03-15T07:00',
    ],
    [
      'until an ambiguous time, which is its first occurrence',
      { ...sundays, from: '00:00', to: '01:30' },
      '2026-11-01T03:00:00Z',
      '11-01T04:00 to 11-01T05:30',
    ],
    [
      'where clocks change by half an hour',
      { ...everyDay, timeZone: 'Australia/Lord_Howe' },
      '2026-10-04T00:00:00Z',
      '10-03T22:00 to 10-04T07:00',
    ],
    [
      'where midnight is skipped',
      { ...everyDay, from: '00:00', timeZone: 'Africa/Cairo' },
      '2026-04-23T23:00:00Z',
      '04-23T22:00 to 04-24T15:00',
    ],
    [
      'in an unknown zone',
      { ...office, timeZone: 'Moon/Tranquility' },
      '2026-03-02T02:00:00Z',
      'never to never',
    ],
  ])('%s', (_, plan, at, hours) => {
    expect(seen(plan, at)).toBe(hours);
  });
});
