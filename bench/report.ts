/** What was measured, and the result with its unit. */
export type Row = readonly [measure: string, result: string];

/** The smallest value that at least `percent` of all do not exceed, rounded. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const index = Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1);
  return Math.round(sorted[index] ?? NaN);
}

export function printTable(machine: string, rows: readonly Row[]): void {
  const [left, right] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(
    `Measured on ${machine}; parts of the product share these CPUs with everything that is simulated.\n`,
  );
  for (const [measure, result] of rows) {
    console.log(`  ${measure.padEnd(left ?? 0)}  ${result.padStart(right ?? 0)}`);
  }
}
