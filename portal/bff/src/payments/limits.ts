import { HOUR, MINUTE, type Limits } from '../http/rate-limits.ts';

/** Limits of a single recharge, in yuan. */
export const rechargeLimits = { minimum: '1.00', maximum: '50000.00' } as const;

export const paymentLimits = {
  recharges: { per: 'account', points: 60, duration: HOUR },
  rechargeChecks: { per: 'account', points: 20, duration: MINUTE },
} as const satisfies Limits;
