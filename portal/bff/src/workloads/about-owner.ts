import { ProductError } from '../http/product-error.ts';

/** Adapts a refusal for the owner of a machine to an operator who acts for the owner. */
export function aboutOwner(error: unknown): unknown {
  if (!(error instanceof ProductError) || error.code !== 'INSUFFICIENT_FUNDS') return error;
  return new ProductError(error.code, { ...error.details, reason: 'CUSTOMER_FUNDS' }, { cause: error });
}
