import type { Config as PublicConfig } from '@gpulease/contract/config';
import { languages, type PaymentMethod } from '@gpulease/contract/enums';
import type { Config } from './config.ts';
import type { Handlers } from './http/handler.ts';
import { CODE_RESEND_SECONDS } from './identity/one-time-codes.ts';
import { TERMS_VERSION } from './identity/terms.ts';
import { rechargeLimits } from './payments/limits.ts';
import type { Providers } from './payments/providers.ts';
import packageJson from '../package.json' with { type: 'json' };

/** What really happens when money runs out; every screen that warns of it shows this. */
const dunning = {
  zh: '余额用尽时，按量付费和竞价实例会自动停止，磁盘数据保留。充值后可以重新启动；已停止的实例不会自动启动，除非创建时选择了“条件恢复后自动启动”。',
  en: 'When your balance is used up, on-demand and spot machines are stopped; their disks are kept. Recharge and start them again; they do not start by themselves unless you chose so when you ordered.',
};

/** What the deployment offers beside the portal itself. */
export interface Services {
  readonly providers: Providers;
  readonly singleSignOn: boolean;
  readonly email: boolean;
}

/** GET /config: what a browser must know before it shows anything. */
export function configHandlers(
  config: Config,
  { providers, singleSignOn, email }: Services,
): Handlers<'getConfig'> {
  const methods = Object.keys(providers) as PaymentMethod[];
  const answer: PublicConfig = {
    version: packageJson.version,
    languages: [...languages],
    defaultLanguage: 'zh',
    currency: { code: 'CNY', cnyPerUsd: config.cnyPerUsd, date: config.cnyPerUsdDate.toISOString() },
    recharge: { ...rechargeLimits, methods },
    sandbox: config.sandbox,
    singleSignOn,
    email,
    dunning,
    terms: { version: TERMS_VERSION, path: '/terms' },
    smsResendSeconds: CODE_RESEND_SECONDS,
  };
  return { getConfig: () => Promise.resolve(answer) };
}
