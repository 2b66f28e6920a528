/** The payment providers of this deployment. */
import { ProductError } from '../http/product-error.ts';
import type { PaymentProvider } from './payment-provider.ts';

export type RechargeMethod = 'TEST' | 'WECHAT';

/** A provider that lacks settings. */
export interface UnconfiguredProvider {
  /** The missing settings, for operators. */
  readonly problem: string;
}

/** The providers of this deployment; a method that it does not have at all is absent. */
export type Providers = Readonly<Partial<Record<RechargeMethod, PaymentProvider | UnconfiguredProvider>>>;

/**
 * Throws NOT_IMPLEMENTED for a method that this deployment does not have, and CONFIG_ERROR for one without settings. Calls
 * about a payment reject with SERVER_ERROR if the provider is down or refuses us.
 */
export function providerOf(providers: Providers, method: RechargeMethod): PaymentProvider {
  const provider = providers[method];
  if (!provider) throw new ProductError('NOT_IMPLEMENTED');
  if ('problem' in provider) {
    throw new ProductError('CONFIG_ERROR', undefined, { cause: new Error(provider.problem) });
  }
  return {
    ...provider,
    create: (payment) => provider.create(payment).catch(asOutage),
    query: (outTradeNo) => provider.query(outTradeNo).catch(asOutage),
    close: (outTradeNo) => provider.close(outTradeNo).catch(asOutage),
  };
}

function asOutage(error: unknown): never {
  throw error instanceof ProductError ? error : new ProductError('SERVER_ERROR', undefined, { cause: error });
}

/** Those that have their settings. */
export function usableMethods(providers: Providers): RechargeMethod[] {
  const methods = Object.keys(providers) as RechargeMethod[];
  return methods.filter((method) => !('problem' in (providers[method] ?? {})));
}
