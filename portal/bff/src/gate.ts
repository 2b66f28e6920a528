/** Lets only so many pieces of work run at once; the others wait in line. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** A gate for `limit` pieces of work at once. */
export function createGate(limit: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
