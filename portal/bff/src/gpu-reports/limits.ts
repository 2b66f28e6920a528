import { DAY, type Limits } from '../http/rate-limits.ts';

export const gpuReportLimits = {
  /** Each asks a person to look. */
  gpuReports: { per: 'account', points: 30, duration: DAY },
} as const satisfies Limits;
