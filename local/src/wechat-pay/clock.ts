/** Clock of the simulator, which lets a test skip a day of retries. */
export interface Clock {
  now(): Date;
  /** Calls a function after a delay; it must not throw. */
  after(milliseconds: number, work: () => Promise<void>): void;
}

/** Real time. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (milliseconds, work) => void setTimeout(() => void work(), milliseconds).unref(),
};
