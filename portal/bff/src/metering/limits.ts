import { MINUTE, type Limits } from '../http/rate-limits.ts';

export const meteringLimits = {
  /** A browser requests the balance and the spending fewer than three times a second in total. */
  balance: { per: 'account', points: 180, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
