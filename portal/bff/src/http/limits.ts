import { MINUTE, type Limits } from './rate-limits.ts';

export const httpLimits = {
  csv: { per: 'account', points: 10, duration: 10 * MINUTE },
  /** All requests of an account, or of a network without one; far more than the pages send. */
  accountRequests: { per: 'account', points: 6_000, duration: MINUTE, inMemory: true },
  strangerRequests: { per: 'address', points: 1_200, duration: MINUTE, inMemory: true },
  /** All requests with the API tokens of one account. */
  apiTokens: { per: 'account', points: 600, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
