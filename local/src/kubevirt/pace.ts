/** How long the simulated things take, in milliseconds. */
export interface Pace {
  /** From the pod's start to a running guest. */
  boot: number;
  /** The time from the start of the guest until it answers its readiness probe. */
  answer: number;
  /** From the wish to the guest's end. */
  shutdown: number;
  /** Until a guest with the fault CrashLoop crashes. */
  crash: number;
  /** Filling a disk from a registry or a web server. */
  import: number;
  /** Filling a disk from another. */
  clone: number;
}

/** `factor` 1 is as quick as a person likes to watch, 0 is at once. */
export function paceOf(factor: number): Pace {
  return {
    boot: 2_000 * factor,
    answer: 1_500 * factor,
    shutdown: 1_000 * factor,
    crash: 3_000 * factor,
    import: 6_000 * factor,
    clone: 1_500 * factor,
  };
}

/** Milliseconds from `now` until `duration` after `since` is over; 0 when it is. */
export function remaining(since: string | undefined, duration: number, now: Date): number {
  if (since === undefined) return 0;
  return Math.max(0, Date.parse(since) + duration - now.getTime());
}
