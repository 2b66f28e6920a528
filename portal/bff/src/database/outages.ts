import type { Logger } from 'pino';

/**
 * Returns a runner for repeated work that returns undefined on failure. Of consecutive failures, of all callers together,
 * it logs only the first, as `began`, and the next success as `over`.
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
