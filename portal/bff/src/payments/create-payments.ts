/** Creates the payments of a deployment from its settings. */
import type { Router } from 'express';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import type { Providers } from './providers.ts';
import { sandboxPayers, type SandboxPayers } from './sandbox-payers.ts';
import type { PaymentSettings } from './settings.ts';
import { createTestProvider } from './test-provider.ts';
import { wechatNotifyRoute } from './wechat/notify-route.ts';
import { createWeChatProvider } from './wechat/provider.ts';
import { readWeChatSettings, type WeChatCertificates } from './wechat/settings.ts';

export interface PaymentParts {
  readonly providers: Providers;
  readonly payers: SandboxPayers;
  /** Receives WeChat's callbacks; undefined if WeChat Pay is not set up. */
  readonly notifyRoute: Router | undefined;
  readonly certificates: WeChatCertificates;
}

/**
 * Outside the sandbox WECHAT is always a method: without settings it answers CONFIG_ERROR, so that customers report it,
 * and the log states what is missing. The sandbox has TEST, and WECHAT if it is configured.
 */
export function createPayments(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  { sandbox, wechat }: PaymentSettings,
): PaymentParts {
  const test = createTestProvider(database);
  const settings = readWeChatSettings(wechat);
  const isSetUp = !('problem' in settings);
  if (!isSetUp && !sandbox) log.warn(settings.problem);
  const provider = isSetUp ? createWeChatProvider(settings, clock) : settings;
  return {
    providers: { ...((isSetUp || !sandbox) && { WECHAT: provider }), ...(sandbox && { TEST: test }) },
    payers: sandboxPayers(test, wechat.apiUrl),
    notifyRoute: isSetUp ? wechatNotifyRoute({ database, clock, log, settings }) : undefined,
    certificates: isSetUp ? settings.certificates : {},
  };
}
