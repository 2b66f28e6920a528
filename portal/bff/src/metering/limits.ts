import { MINUTE, type Limits } from '../http/rate-limits.ts';

export const meteringLimits = {
  /** A browser asks for it, and for what is spent, together less than three times a second. */
  balance: { per: 'account', points: 180, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
