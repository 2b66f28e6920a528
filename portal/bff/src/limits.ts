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

/** Every limit of the portal, those that operations count against among them. */
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
