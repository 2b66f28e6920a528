import { systemClock, type Clock } from '@gpulease/kube';

interface Timer {
  due: number;
  callback: () => void;
  cancel: () => void;
}

/** The system clock, for tests that skip ahead. */
export class PassingClock implements Clock {
  private passed = 0;
  private readonly timers = new Set<Timer>();

  now(): Date {
    return new Date(systemClock.now().getTime() + this.passed);
  }

  monotonic(): number {
    return systemClock.monotonic() + this.passed;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer: Timer = { due: this.monotonic() + milliseconds, callback, cancel: () => undefined };
    this.timers.add(timer);
    this.arm(timer);
    return () => {
      this.timers.delete(timer);
      timer.cancel();
    };
  }

  /** Skips ahead and fires the timers that have become due. */
  pass(milliseconds: number): void {
    this.passed += milliseconds;
    for (const timer of this.timers) {
      timer.cancel();
      this.arm(timer);
    }
  }

  private arm(timer: Timer): void {
    timer.cancel = systemClock.after(Math.max(0, timer.due - this.monotonic()), () => {
      this.timers.delete(timer);
      timer.callback();
    });
  }
}
