/** When instances were seen to go, by workload: one that is not here went while this operator did not watch yet. */
export class GoneInstances {
  private readonly gone = new Map<string, { uid: string; at: Date }>();

  note(key: string, uid: string, at: Date): void {
    this.gone.set(key, { uid, at });
  }

  /** Undefined if nobody here saw the instance of that uid go. */
  at(key: string, uid: string): Date | undefined {
    const last = this.gone.get(key);
    return last?.uid === uid ? last.at : undefined;
  }

  forget(key: string): void {
    this.gone.delete(key);
  }
}
