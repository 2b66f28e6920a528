import type { AdminRegion } from '@gpulease/contract/catalogue';
import { customerOrder } from '@gpulease/contract/operated-workloads';
import { reference } from '@gpulease/contract/validation';
import { choosable } from '../manual-placement/choice-schema.ts';

/** The contract's order with the customer, but without the cost, which comes from the quote. */
export const orderForCustomer = customerOrder
  .omit({ expectedPrice: true, expectedUnit: true, expectedCharge: true })
  .extend({ user: reference });

/** The schema of orders in a region, for a form that was opened at `opened`. */
export function schemaIn(region: AdminRegion | undefined, opened: string, now: () => Date) {
  const offered = { portRange: region?.nodePorts ?? null, startTime: opened };
  return orderForCustomer.extend(choosable(offered, now));
}
