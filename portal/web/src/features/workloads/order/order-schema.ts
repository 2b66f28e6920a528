import { workloadCreation } from '@gpulease/contract/workloads';

/** The contract's order without its cost, which comes from the quote. */
export const orderSchema = workloadCreation.omit({
  expectedPrice: true,
  expectedUnit: true,
  expectedCharge: true,
  whenSoldOut: true,
});
