/**
 * Findings about ComputeNodes that no status contains yet. They wait here only for moments; those that a killed operator
 * has not written are lost.
 */
export class UnwrittenFindings<T> {
  private readonly waiting = new Map<string, readonly T[]>();
  private readonly listeners: ((node: string) => void)[] = [];

  /** Calls `react` with the ComputeNode of each added finding. */
  onAdd(react: (node: string) => void): void {
    this.listeners.push(react);
  }

  add(node: string, learned: T): void {
    this.waiting.set(node, [...this.on(node), learned]);
    for (const react of this.listeners) react(node);
  }

  on(node: string): readonly T[] {
    return this.waiting.get(node) ?? [];
  }

  /** Drops findings that have been written; without `written`, all of a node that no longer exists. */
  drop(node: string, written: readonly T[] = this.on(node)): void {
    const rest = this.on(node).filter((learned) => !written.includes(learned));
    if (rest.length === 0) this.waiting.delete(node);
    else this.waiting.set(node, rest);
  }
}
