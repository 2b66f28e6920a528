import { DAY, type Limits } from '../http/rate-limits.ts';

export const stockLimits = {
  /** Each may cause an SMS and an email immediately, if the SKU is available. */
  stockAlerts: { per: 'account', points: 40, duration: DAY },
} as const satisfies Limits;
