import type { Clock } from '../wechat-pay/clock.ts';

export interface ManualClock extends Clock {
  /** Advances the time, and runs the due timers in order. */
  advance(milliseconds: number): Promise<void>;
}

/** Creates a clock that stands still until it is advanced. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers: { at: number; work: () => Promise<void> }[] = [];
  return {
    now: () => new Date(now),
    after: (milliseconds, work) => void timers.push({ at: now + milliseconds, work }),
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        timers.sort((one, other) => one.at - other.at);
        const next = timers[0];
        if (!next || next.at > end) break;
        timers.shift();
        now = next.at;
        await next.work();
      }
      now = end;
    },
  };
}
