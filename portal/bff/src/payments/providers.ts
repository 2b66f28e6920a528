/** The payment providers of this deployment. */
import { ProductError } from '../http/product-error.ts';
import type { PaymentProvider } from './payment-provider.ts';

export type RechargeMethod = 'TEST' | 'WECHAT';

/** A provider that lacks settings. */
export interface UnconfiguredProvider {
  /** The missing settings, for operators. */
  readonly problem: string;
}

/** The providers of this deployment; methods it does not offer are absent. */
export type Providers = Readonly<Partial<Record<RechargeMethod, PaymentProvider | UnconfiguredProvider>>>;

/**
 * Returns a provider whose calls about a payment reject with SERVER_ERROR if it is down or refuses us. Throws
 * NOT_IMPLEMENTED for a method that this deployment does not offer, and CONFIG_ERROR for one without settings.
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

/** Returns the methods that have their settings. */
export function usableMethods(providers: Providers): RechargeMethod[] {
  const methods = Object.keys(providers) as RechargeMethod[];
  return methods.filter((method) => !('problem' in (providers[method] ?? {})));
}
