import { HOUR, MINUTE, type Limits } from '../http/rate-limits.ts';

export const workloadLimits = {
  /** Each is stored in the audit permanently, and writes to the cluster. */
  workloadChanges: { per: 'account', points: 300, duration: HOUR },
  /** Each queries the cluster twice. */
  workloadEvents: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  /** Each may query the source of metrics a dozen times; a page makes at most two a minute. Fleet requests count, too. */
  workloadMetrics: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  /** A page makes two a minute, and one more for each page of a list. */
  workloadGauges: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  consoleTickets: { per: 'account', points: 60, duration: 10 * MINUTE, inMemory: true },
} as const satisfies Limits;
