/** How a start on a node ended, where that says something of the node. */
export interface StartOutcome {
  /** The workload's key. */
  workload: string;
  at: Date;
  hasFailed: boolean;
  /** When its machine last began to run, on whatever node; RFC 3339. */
  lastRanAt?: string | undefined;
}

/**
 * How starts have ended that no ComputeNode's status counts yet. They wait here for moments only: what an operator that
 * is killed has not written yet is lost, and costs one more failed start.
 */
export class StartOutcomes {
  private readonly waiting = new Map<string, readonly StartOutcome[]>();
  private readonly listeners: ((node: string) => void)[] = [];

  /** Calls `react` with the ComputeNode of each that is added. */
  onAdd(react: (node: string) => void): void {
    this.listeners.push(react);
  }

  add(node: string, outcome: StartOutcome): void {
    this.waiting.set(node, [...this.on(node), outcome]);
    for (const react of this.listeners) react(node);
  }

  on(node: string): readonly StartOutcome[] {
    return this.waiting.get(node) ?? [];
  }

  /** They have been written; the node is not there any more if none are named. */
  drop(node: string, counted: readonly StartOutcome[] = this.on(node)): void {
    const rest = this.on(node).filter((outcome) => !counted.includes(outcome));
    if (rest.length === 0) this.waiting.delete(node);
    else this.waiting.set(node, rest);
  }
}
