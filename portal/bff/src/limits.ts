import type { OperationLimit } from '@gpulease/contract/routes';
import { gpuReportLimits } from './gpu-reports/limits.ts';
import { httpLimits } from './http/limits.ts';
import type { Limit, Limits } from './http/rate-limits.ts';
import { identityLimits } from './identity/limits.ts';
import { meteringLimits } from './metering/limits.ts';
import { orderLimits } from './orders/limits.ts';
import { paymentLimits } from './payments/limits.ts';
import { stockLimits } from './stock/limits.ts';
import { workloadLimits } from './workloads/limits.ts';

/** All rate limits of the portal, including those that the contract's operations name. */
export const limits = {
  ...gpuReportLimits,
  ...httpLimits,
  ...identityLimits,
  ...meteringLimits,
  ...orderLimits,
  ...paymentLimits,
  ...stockLimits,
  ...workloadLimits,
} satisfies Limits & Readonly<Record<OperationLimit, Limit & { per: 'account' }>>;
