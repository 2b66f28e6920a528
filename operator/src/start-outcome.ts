/** How a start on a node ended, where that says something of the node. */
export interface StartOutcome {
  /** The workload's key. */
  workload: string;
  at: Date;
  hasFailed: boolean;
  /** When its machine last began to run, on whatever node; RFC 3339. */
  lastRanAt?: string | undefined;
}
