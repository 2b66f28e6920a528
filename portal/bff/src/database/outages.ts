import type { Logger } from 'pino';

/**
 * A way to do work that is tried again and again: undefined where it fails. Of failures in a row only the first is logged,
 * however many do the work, with the words `began`, and then with `over` that it is done again.
 */
export function loggingOutages(
  log: Logger,
  { began, over }: { readonly began: string; readonly over: string },
) {
  let isAway = false;
  return async <R>(work: () => Promise<R>): Promise<R | undefined> => {
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
