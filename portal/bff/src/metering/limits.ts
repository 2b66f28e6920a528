import { MINUTE, type Limits } from '../http/rate-limits.ts';

export const meteringLimits = {
  /** A browser asks for it once a second at most. */
  balance: { per: 'account', points: 180, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
