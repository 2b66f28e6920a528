import type { Config as PublicConfig } from '@gpulease/contract/config';
import { languages, type PaymentMethod } from '@gpulease/contract/enums';
import type { Config } from './config.ts';
import { dunningSentence } from './dunning/sentence.ts';
import type { AllHandlers } from './http/handler.ts';
import { CODE_RESEND_SECONDS } from './identity/one-time-codes.ts';
import { TERMS_VERSION } from './identity/terms-version.ts';
import { rechargeLimits } from './payments/limits.ts';
import type { Providers } from './payments/providers.ts';
import { OWN_VERSION } from './platform/version.ts';

/** Optional services of this deployment. */
export interface Services {
  readonly providers: Providers;
  readonly singleSignOn: boolean;
  readonly email: boolean;
}

/** GET /config: the settings that the web application needs before it renders. */
export function configHandlers(
  config: Config,
  { providers, singleSignOn, email }: Services,
): Pick<AllHandlers, 'getConfig'> {
  const methods = Object.keys(providers) as PaymentMethod[];
  const answer: PublicConfig = {
    version: OWN_VERSION,
    languages: [...languages],
    defaultLanguage: 'zh',
    currency: { code: 'CNY', cnyPerUsd: config.cnyPerUsd, date: config.cnyPerUsdDate.toISOString() },
    recharge: { ...rechargeLimits, methods },
    sandbox: config.sandbox,
    singleSignOn,
    email,
    measuresGpus: config.metricsUrl !== undefined,
    dunning: dunningSentence(config.dunning),
    unfundedDiskDays: config.dunning.unfundedDays,
    stoppedDiskDays: config.dunning.stoppedDays,
    support: config.support,
    documents: config.documents,
    terms: { version: TERMS_VERSION, path: '/terms' },
    smsResendSeconds: CODE_RESEND_SECONDS,
  };
  return { getConfig: () => Promise.resolve(answer) };
}
