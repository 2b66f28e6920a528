import { DAY, type Limits } from '../http/rate-limits.ts';

export const stockLimits = {
  /** Each may bring an SMS and an email at once, where the SKU can be had. */
  stockAlerts: { per: 'account', points: 40, duration: DAY },
} as const satisfies Limits;
