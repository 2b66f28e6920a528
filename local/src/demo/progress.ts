/** Runs one step of a start, and reports its completion and duration. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Returns a runner that reports steps with `print`. */
export function createStep(print: (line: string) => void): RunStep {
  return async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    print(`  ✓ ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  };
}
