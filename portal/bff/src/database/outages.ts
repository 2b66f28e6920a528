import type { Logger } from 'pino';

/** What the log says when work begins to fail, and when it is done again. */
interface Words {
  readonly began: string;
  readonly over: string;
}

type Attempt = <R>(work: () => Promise<R>) => Promise<R | undefined>;

/**
 * A way to do work that is tried again and again: undefined where it fails. Of failures in a row only the first is logged,
 * however many do the work, and then that it is done again.
 */
export function loggingOutages(log: Logger, { began, over }: Words): Attempt {
  let isAway = false;
  return async (work) => {
    try {
      const done = await work();
      if (isAway) log.info(over);
      isAway = false;
      return done;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, began);
      isAway = true;
      return undefined;
    }
  };
}
