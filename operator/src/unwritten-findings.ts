/**
 * What has been learned of ComputeNodes that no status tells yet. It waits here for moments only: what an operator that is
 * killed has not written yet is lost.
 */
export class UnwrittenFindings<T> {
  private readonly waiting = new Map<string, readonly T[]>();
  private readonly listeners: ((node: string) => void)[] = [];

  /** Calls `react` with the ComputeNode of each that is added. */
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

  /** They have been written; the node is not there any more if none are named. */
  drop(node: string, written: readonly T[] = this.on(node)): void {
    const rest = this.on(node).filter((learned) => !written.includes(learned));
    if (rest.length === 0) this.waiting.delete(node);
    else this.waiting.set(node, rest);
  }
}
