import { HOUR, MINUTE, type Limits } from '../http/rate-limits.ts';

export const workloadLimits = {
  /** Each is kept in the audit for ever, and a write to the cluster. */
  workloadChanges: { per: 'account', points: 300, duration: HOUR },
  /** Each asks the cluster twice. */
  workloadEvents: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  /** Each may ask the source of metrics a dozen times; a page asks twice a minute at most. Those of the fleet count, too. */
  workloadMetrics: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  /** A page asks twice a minute, and once more for each page of a list. */
  workloadGauges: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
  consoleTickets: { per: 'account', points: 60, duration: 10 * MINUTE, inMemory: true },
} as const satisfies Limits;
