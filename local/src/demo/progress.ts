/** Runs one step of a start, and tells when it is done and how long it took. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Tells of steps by `print`. `now` is in milliseconds. */
export function createStep(print: (line: string) => void, now: () => number): RunStep {
  return async (name, work) => {
    const startedAt = now();
    const result = await work();
    print(`  ✓ ${name} (${((now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  };
}
