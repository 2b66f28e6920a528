/** The outcome of a start that counts for or against its node. */
export interface StartOutcome {
  /** The workload's key. */
  workload: string;
  at: Date;
  hasFailed: boolean;
  /** When its machine last began to run, on any node; RFC 3339. */
  lastRanAt?: string | undefined;
}
