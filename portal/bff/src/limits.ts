import { httpLimits } from './http/limits.ts';
import { identityLimits } from './identity/limits.ts';
import { meteringLimits } from './metering/limits.ts';
import { orderLimits } from './orders/limits.ts';
import { paymentLimits } from './payments/limits.ts';
import { stockLimits } from './stock/limits.ts';
import { workloadLimits } from './workloads/limits.ts';

/** Every limit of the portal. */
export const limits = {
  ...httpLimits,
  ...identityLimits,
  ...meteringLimits,
  ...orderLimits,
  ...paymentLimits,
  ...stockLimits,
  ...workloadLimits,
};
