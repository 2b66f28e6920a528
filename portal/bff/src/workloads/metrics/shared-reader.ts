import type { MetricsOptions } from './source.ts';
import { EPOCH, windowOf, type RequestedRange, type MetricsWindow } from './window.ts';

interface Kept<T> {
  readonly answer: Promise<T | Unreachable>;
  /** Until when it is reused. The answer for a window is reused as long as that window is requested. */
  goodUntilMs: number;
}

interface Unreachable {
  readonly available: false;
  readonly reason: 'UNREACHABLE';
}

type Reader<Asked, T> = (asked: Asked, window: MetricsWindow) => Promise<T>;

/** How long a source that has failed is not queried, for all viewers of the same graphs. */
const PAUSE_MS = 10_000;

/** Queries the source once for all callers with the same question, and caches the newest `most` answers. Never rejects. */
export function sharedReader<Asked, T>(
  { clock, log }: Pick<MetricsOptions, 'clock' | 'log'>,
  most: number,
  ask: Reader<Asked, T>,
): Reader<Asked, T | Unreachable> {
  /** By question and window, oldest first. */
  const kept = new Map<string, Kept<T>>();
  const now = () => clock.now().getTime();
  return (asked, window) => {
    const key = JSON.stringify([asked, window]);
    const last = kept.get(key);
    if (last && last.goodUntilMs > now()) return last.answer;
    const next: Kept<T> = {
      answer: ask(asked, window).catch((err: unknown) => {
        log.warn({ err, asked, window }, 'Could not query metrics');
        next.goodUntilMs = now() + PAUSE_MS;
        return { available: false, reason: 'UNREACHABLE' };
      }),
      goodUntilMs: Infinity,
    };
    kept.delete(key);
    kept.set(key, next);
    for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest);
    return next.answer;
  };
}

/** The same by ranges, for what has no known beginning. */
export function sharedRangeReader<Asked, T>(
  options: Pick<MetricsOptions, 'clock' | 'log'>,
  most: number,
  ask: Reader<Asked, T>,
) {
  const read = sharedReader(options, most, ask);
  return {
    read: (asked: Asked, range: RequestedRange) => read(asked, windowOf(range, EPOCH, options.clock.now())),
  };
}
