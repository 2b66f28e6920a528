import { expect, it } from '@jest/globals';
import { lastMoment, windowOf } from './window.ts';

const now = new Date('2026-11-21T04:05:45Z');
const longAgo = new Date('2026-01-01T00:00:00Z');

const told = ({ startMs, stepMs, overMs, points }: ReturnType<typeof windowOf>) => ({
  start: new Date(startMs).toISOString().slice(0, 19),
  end: new Date(startMs + (points - 1) * stepMs).toISOString().slice(0, 19),
  seconds: [stepMs / 1_000, overMs / 1_000],
  points,
});

it.each([
  ['1h', '2026-11-21T03:06:00', '2026-11-21T04:05:30', [30, 120, 120]],
  ['24h', '2026-11-20T04:10:00', '2026-11-21T04:00:00', [600, 600, 144]],
  ['7d', '2026-11-14T05:00:00', '2026-11-21T04:00:00', [3_600, 3_600, 168]],
  ['30d', '2026-10-22T06:00:00', '2026-11-21T00:00:00', [21_600, 21_600, 120]],
] as const)('%s ends at the last step before now', (range, start, end, [step, over, points]) => {
  expect(told(windowOf({ range }, longAgo, now))).toEqual({ start, end, seconds: [step, over], points });
});

it.each([
  ['half an hour', ['1h', '2026-11-21T03:35:45Z'], ['2026-11-21T03:36:00', 30, 60]],
  [
    'half an hour, in a long range by fine steps',
    ['30d', '2026-11-21T03:35:45Z'],
    ['2026-11-21T03:36:00', 30, 60],
  ],
  ['three hours, in a long range', ['7d', '2026-11-21T01:01:00Z'], ['2026-11-21T01:10:00', 600, 18]],
  ['three days', ['30d', '2026-11-18T04:00:00Z'], ['2026-11-18T04:00:00', 3_600, 73]],
] as const)('a machine of %s has no points before its creation', (_, [range, createdAt], expected) => {
  const { start, seconds, points } = told(windowOf({ range }, new Date(createdAt), now));
  expect([start, seconds[0], points]).toEqual(expected);
});

it('has no points for a machine that was just created', () => {
  expect(windowOf({ range: '1h' }, new Date('2026-11-21T04:05:40Z'), now).points).toBe(0);
});

it.each([
  ['ends there, by its own steps', '2026-11-20T12:00:00+08:00', '2026-11-20T03:00:30', '2026-11-20T04:00:00'],
  ['ends now if it is in the future', '2027-01-01T00:00:00Z', '2026-11-21T03:06:00', '2026-11-21T04:05:30'],
])('an hour until a time %s', (_, until, start, end) => {
  expect(told(windowOf({ range: '1h', until }, longAgo, now))).toMatchObject({ start, end });
});

it('has no points until a time before the machine was created', () => {
  const until = '2026-01-01T00:00:00Z';
  expect(windowOf({ range: '30d', until }, new Date('2026-06-01T00:00:00Z'), now).points).toBe(0);
});

it.each([
  ['now', now, '2026-11-21T04:04:30'],
  ['within the same half minute', new Date('2026-11-21T04:05:59Z'), '2026-11-21T04:04:30'],
  ['in the next one', new Date('2026-11-21T04:06:00Z'), '2026-11-21T04:05:00'],
])('the last moment is the same for all queries within a step, a minute behind: %s', (_, asked, start) => {
  const moment = lastMoment({ stepMs: 30_000, overMs: 120_000 }, asked);
  expect(told(moment)).toEqual({ start, end: start, seconds: [30, 120], points: 1 });
});
