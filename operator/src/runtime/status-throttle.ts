import type { Clock } from '@gpulease/kube';

/** Delays writes that may wait, so that a thousand small changes do not cause a thousand writes. */
export class StatusThrottle {
  private readonly clock: Clock;
  private readonly writtenAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Returns how long the status of a key must still wait, in milliseconds; 0 if not at all. `delayMs` returns the delay
   * after the last write; it is not called if there was none.
   */
  wait(key: string, delayMs: () => number): number {
    const writtenAt = this.writtenAt.get(key);
    if (writtenAt === undefined) return 0;
    return Math.max(0, Math.ceil(writtenAt + delayMs() - this.clock.monotonic()));
  }

  /** Starts the delay of a status that was never written. */
  begin(key: string): void {
    if (!this.writtenAt.has(key)) this.note(key);
  }

  /** Records that the status of a key has just been written. */
  note(key: string): void {
    this.writtenAt.set(key, this.clock.monotonic());
  }

  forget(key: string): void {
    this.writtenAt.delete(key);
  }
}
