import { MINUTE, type Limits } from '../http/rate-limits.ts';

export const orderLimits = {
  /** A browser asks for one whenever a filled in form changes. */
  quotes: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
