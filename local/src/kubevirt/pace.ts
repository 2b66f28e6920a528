/** How long the simulated things take, in milliseconds: `factor` 1 is as quick as a person likes to watch, 0 is at once. */
export function paceOf(factor: number) {
  return {
    /** From the pod's start to a running guest. */
    boot: 2_000 * factor,
    /** The time from the start of the guest until it answers its readiness probe. */
    answer: 1_500 * factor,
    /** From the wish to the guest's end. */
    shutdown: 1_000 * factor,
    /** Until a guest with the fault CrashLoop crashes. */
    crash: 3_000 * factor,
    /** Filling a disk from a registry or a web server. */
    import: 6_000 * factor,
    /** Filling a disk from another. */
    clone: 1_500 * factor,
  };
}

export type Pace = ReturnType<typeof paceOf>;

/** Milliseconds from `now` until `duration` after `since` is over; 0 when it is. */
export function remaining(since: string | undefined, duration: number, now: Date): number {
  if (since === undefined) return 0;
  return Math.max(0, Date.parse(since) + duration - now.getTime());
}
