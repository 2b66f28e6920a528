import { cpus, totalmem } from 'node:os';

/** A measure and its result with unit. */
export type Row = readonly [measure: string, result: string];

/** Returns the rounded percentile by nearest rank. */
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

/** A measure of several programs. */
export interface ComparedRow {
  measure: string;
  /** Number of decimals. */
  digits: number;
  /** Value by program. */
  values: Readonly<Record<string, number>>;
}

/** Prints the values side by side and, for two programs, the ratio of the first to the second. */
export function printComparison(machine: string, rows: readonly ComparedRow[]): void {
  const programs = Object.keys(rows[0]?.values ?? {});
  const header = ['', ...programs, ...(programs.length === 2 ? [programs.join('/')] : [])];
  const lines = rows.map(({ measure, digits, values }) => {
    const numbers = programs.map((program) => values[program] ?? NaN);
    const [one = NaN, other = NaN] = numbers;
    const ratio = one === other ? 1 : one / other;
    return [
      measure,
      ...numbers.map((number) => number.toFixed(digits)),
      ...(numbers.length === 2 ? [Number.isFinite(ratio) ? ratio.toFixed(2) : ''] : []),
    ];
  });
  const widths = header.map((_, column) =>
    Math.max(...[header, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  console.log(`Measured on ${machine}; everything that is simulated shares these CPUs.\n`);
  for (const line of [header, ...lines]) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}

/** Describes this machine. */
export function describeMachine(): string {
  return `${cpus().length} CPUs, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}
