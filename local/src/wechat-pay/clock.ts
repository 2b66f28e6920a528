/** Time as the WeChat Pay simulator has it, so that a day of retries takes a test no time. */
export interface Clock {
  now(): Date;
  /** Calls a function after a delay; it must not throw. */
  after(milliseconds: number, work: () => Promise<void>): void;
}

/** The machine's own. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (milliseconds, work) => void setTimeout(() => void work(), milliseconds).unref(),
};
