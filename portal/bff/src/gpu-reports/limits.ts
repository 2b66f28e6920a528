import { DAY, type Limits } from '../http/rate-limits.ts';

export const gpuReportLimits = {
  /** Each report requires a person's attention. */
  gpuReports: { per: 'account', points: 30, duration: DAY },
} as const satisfies Limits;
