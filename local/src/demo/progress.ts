/** Runs one step of a start, and tells when it is done and how long it took. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Tells of steps by `print`. */
export function createStep(print: (line: string) => void): RunStep {
  return async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    print(`  ✓ ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  };
}
