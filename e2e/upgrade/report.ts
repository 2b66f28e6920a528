/** Counts statements that passed and failed, and prints each at once. */
export class Report {
  readonly #print: (line: string) => void;
  readonly #startedAt = performance.now();
  passed = 0;
  failed = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Passes if `problems` returns none, and prints `statement`. */
  async expect(statement: string, problems: () => Promise<readonly string[]>): Promise<void> {
    const found = await problems().catch((error: unknown) => [textOf(error)]);
    if (found.length === 0) this.passed += 1;
    else this.failed += 1;
    this.#print(`  ${found.length === 0 ? '✓' : '✗'} ${statement}`);
    for (const problem of found.slice(0, 20)) this.#print(`      ${problem.replaceAll('\n', '\n      ')}`);
  }

  /** Records an error that ended the test early. */
  broke(error: unknown): void {
    this.failed += 1;
    this.#print(`The upgrade could not be tested to its end: ${textOf(error)}`);
  }

  end(): void {
    const minutes = (performance.now() - this.#startedAt) / 60_000;
    this.#print(`${minutes.toFixed(1)} minutes\n${this.passed} passed, ${this.failed} failed`);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
