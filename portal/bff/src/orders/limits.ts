import { MINUTE, type Limits } from '../http/rate-limits.ts';

export const orderLimits = {
  /** A browser requests one whenever a completed form changes. */
  quotes: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
