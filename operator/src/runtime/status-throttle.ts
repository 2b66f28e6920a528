import type { Clock } from '@gpulease/kube';

/** Puts off the writing of what may wait, so that a thousand small changes do not mean a thousand writes. */
export class StatusThrottle {
  private readonly clock: Clock;
  private readonly writtenAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * How long the status of that key has still to wait, in milliseconds; 0: not at all. `delayMs` says how long after the
   * last write the change is to be written; it is not asked when there was none.
   */
  wait(key: string, delayMs: () => number): number {
    const writtenAt = this.writtenAt.get(key);
    if (writtenAt === undefined) return 0;
    return Math.max(0, Math.ceil(writtenAt + delayMs() - this.clock.monotonic()));
  }

  /** Time begins to run for a status that was never written. */
  begin(key: string): void {
    if (!this.writtenAt.has(key)) this.note(key);
  }

  /** The status of that key was written just now. */
  note(key: string): void {
    this.writtenAt.set(key, this.clock.monotonic());
  }

  forget(key: string): void {
    this.writtenAt.delete(key);
  }
}
