import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Result of one assertion. */
interface Outcome {
  statement: string;
  /** Why it does not hold; absent if it does. */
  failure?: string;
}

const second = 1000;
const minute = 60 * second;

/** Prints a line per assertion and appends its result to a file, because the node is started more than once. */
export class Report {
  readonly #file: string;
  readonly #print: (line: string) => void;

  constructor(file: string, print: (line: string) => void) {
    this.#file = file;
    this.#print = print;
  }

  /** Begins a chapter of assertions. */
  chapter(name: string): void {
    this.#print(`\n── ${name} ──`);
  }

  /** Prints a measurement that is not asserted. */
  tell(line: string): void {
    this.#print(`       ${line}`);
  }

  /** Asserts a statement by `prove`, which throws if it is untrue. Returns whether it holds. */
  async holds(statement: string, prove: () => unknown): Promise<boolean> {
    const startedAt = performance.now();
    const failure = await failureOf(prove);
    const seconds = ((performance.now() - startedAt) / second).toFixed(1);
    this.#keep({ statement, ...(failure === undefined ? {} : { failure }) });
    this.#print(`${failure === undefined ? 'ok    ' : 'FAILED'} ${statement} (${seconds} s)`);
    if (failure !== undefined) this.#print(failure.replaceAll(/^/gm, '         '));
    return failure === undefined;
  }

  /** Prints the summary with the duration. Returns the number of failed assertions. */
  conclude(startedAt: number): number {
    const outcomes = this.#outcomes();
    const failed = outcomes.filter(({ failure }) => failure !== undefined);
    if (failed.length > 0) this.#print(`\n── What failed ──`);
    for (const { statement, failure = '' } of failed) this.#print(`${statement}: ${failure}`);
    this.#print(`\n${((Date.now() - startedAt) / minute).toFixed(1)} minutes`);
    this.#print(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
    return failed.length;
  }

  #keep(outcome: Outcome): void {
    appendFileSync(this.#file, `${JSON.stringify(outcome)}\n`);
  }

  #outcomes(): Outcome[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Outcome);
  }
}

async function failureOf(prove: () => unknown): Promise<string | undefined> {
  try {
    await prove();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
