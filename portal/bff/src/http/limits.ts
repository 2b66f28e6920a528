import { MINUTE, type Limits } from './rate-limits.ts';

export const httpLimits = {
  csv: { per: 'account', points: 10, duration: 10 * MINUTE },
  /** Everything that an account, or a network without one, asks for; far beyond what pages do. */
  accountRequests: { per: 'account', points: 6_000, duration: MINUTE, inMemory: true },
  strangerRequests: { per: 'address', points: 1_200, duration: MINUTE, inMemory: true },
  /** All that scripts ask for with the API tokens of one account. */
  apiTokens: { per: 'account', points: 600, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
