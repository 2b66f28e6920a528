/** How waiting grows from one failed attempt to the next. */
export interface Backoff {
  /** The wait before the second attempt, in milliseconds. */
  baseMs: number;
  /** No wait is longer than this. */
  maxMs: number;
}

/** Twice as long after each failure, between half and all of it by chance, so that many clients do not return at once. */
export function backoffDelay(
  { baseMs, maxMs }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const longest = Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
  return longest * (0.5 + random() / 2);
}
