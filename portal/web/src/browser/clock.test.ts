import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { learnTime, serverNow } from './clock.ts';

const answeredAt = (date: string) => new Response(null, { headers: { date } });

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z') }));
afterEach(() => void jest.useRealTimers());

it.each([
  ["the server's time if the device clock is behind", 'Sun, 01 Mar 2026 16:00:00 GMT', '16:00:00'],
  ["the server's time if the device clock is ahead", 'Sun, 01 Mar 2026 00:00:00 GMT', '00:00:00'],
  ["the device's time if they differ by seconds", 'Sun, 01 Mar 2026 08:00:20 GMT', '08:00:00'],
])('is %s', (_, date, time) => {
  learnTime(answeredAt(date));
  expect(new Date(serverNow()).toISOString()).toBe(`2026-03-01T${time}.000Z`);
});

it("is the device's time if an answer has no date", () => {
  learnTime(new Response());
  expect(new Date(serverNow()).toISOString()).toBe('2026-03-01T08:00:00.000Z');
});
