import { describe, expect, it } from '@jest/globals';
import { ServerClock } from './server-clock.ts';
import { FakeClock } from './testing/fake-clock.ts';

const START = '2026-01-01T00:00:00Z';

/** A process whose clock is `ahead` milliseconds ahead of the server's, after a response that took `tookMs`. */
function afterAnswer(ahead: number, tookMs: number): { clock: ServerClock; own: FakeClock } {
  const own = new FakeClock(START);
  const clock = new ServerClock(own);
  const sentAt = own.monotonic();
  own.advance(tookMs);
  const server = new Date(own.now().getTime() - ahead);
  clock.observe(server.toUTCString(), sentAt);
  return { clock, own };
}

describe('the clock of the API server', () => {
  it.each([
    ['agrees', 0, 20],
    ['is half a second off', 500, 700],
    ['is off by less than the response took', 3_000, 5_000],
  ])('equals our clock when that %s', (_, ahead, tookMs) => {
    expect(afterAnswer(ahead, tookMs).clock.offset).toBe(0);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('is known to within about a second when our clock is ten minutes %s', (_, ahead) => {
    const { clock } = afterAnswer(ahead, 20);
    expect(Math.abs(clock.offset + ahead)).toBeLessThanOrEqual(1_020);
  });

  it('becomes more accurate with every response', () => {
    const { clock, own } = afterAnswer(600_000, 20);
    for (let answer = 0; answer < 40; answer += 1) {
      own.advance(137);
      clock.observe(new Date(own.now().getTime() - 600_000).toUTCString(), own.monotonic());
    }
    expect(Math.abs(clock.offset + 600_000)).toBeLessThan(150);
  });

  it('equals our clock again once that is corrected', () => {
    const { clock, own } = afterAnswer(600_000, 20);
    clock.observe(own.now().toUTCString(), own.monotonic());
    expect(Math.abs(clock.offset)).toBeLessThanOrEqual(1_000);
  });

  it('ignores an invalid date', () => {
    const { clock, own } = afterAnswer(0, 20);
    clock.observe(undefined, own.monotonic());
    clock.observe('soon', own.monotonic());
    expect(clock.offset).toBe(0);
  });
});
