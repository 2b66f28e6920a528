import { ProductError } from '../http/product-error.ts';

/** A refusal that speaks to the owner of a machine, as an operator has to read it who acts for the owner. */
export function aboutOwner(error: unknown): unknown {
  if (!(error instanceof ProductError) || error.code !== 'INSUFFICIENT_FUNDS') return error;
  return new ProductError(error.code, { ...error.details, reason: 'CUSTOMER_FUNDS' }, { cause: error });
}
