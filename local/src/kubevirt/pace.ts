/** Returns the durations of simulated steps in milliseconds. `factor` 1 is slow enough to watch, 0 is instant. */
export function paceOf(factor: number) {
  return {
    /** From the pod's start to a running guest. */
    boot: 2_000 * factor,
    /** From the guest's start until it answers its readiness probe. */
    answer: 1_500 * factor,
    /** From the request to the guest's end. */
    shutdown: 1_000 * factor,
    /** From the guest's start until it crashes with the fault CrashLoop. */
    crash: 3_000 * factor,
    /** Import of a disk from a registry or a web server. */
    import: 6_000 * factor,
    /** Clone of a disk. */
    clone: 1_500 * factor,
  };
}

export type Pace = ReturnType<typeof paceOf>;

/** Returns the milliseconds that remain at `now` of `duration` since `since`; 0 when it is over. */
export function remaining(since: string | undefined, duration: number, now: Date): number {
  if (since === undefined) return 0;
  return Math.max(0, Date.parse(since) + duration - now.getTime());
}
