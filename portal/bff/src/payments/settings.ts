/** Payment settings from the environment; the portal and the billing worker share them. */
import { readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { publicUrl } from '../settings/shared.ts';
import type { WeChatPlace } from './wechat/settings.ts';

export interface PaymentSettings {
  readonly sandbox: boolean;
  readonly wechat: WeChatPlace;
}

export const NOTIFY_PATH = '/api/v1/payments/wechat/notify';

export const paymentSettings = z.object({
  GPULEASE_SANDBOX: z
    .string()
    .optional()
    .describe(
      '1: payments are test payments, and messages are shown at /test instead of sent; only on loopback addresses.',
    ),
  GPULEASE_PUBLIC_URL: publicUrl,
  GPULEASE_WECHATPAY_DIR: z.string().optional().describe("Folder with the WeChat Pay merchant's files."),
  GPULEASE_WECHATPAY_URL: z
    .url('must be an address')
    .default('https://api.mch.weixin.qq.com')
    .describe('Base URL of the WeChat Pay API.'),
  GPULEASE_WECHATPAY_NOTIFY_URL: z
    .url('must be an address')
    .optional()
    .describe(`URL of the callbacks of WeChat Pay. If unset, GPULEASE_PUBLIC_URL with ${NOTIFY_PATH}`),
});

/** Reads the settings. Throws an Error that names the variable and states what it must be. */
export function readPaymentSettings(env: Environment): PaymentSettings {
  const data = readSettings(paymentSettings, env);
  const portal = data.GPULEASE_PUBLIC_URL;
  return {
    sandbox: data.GPULEASE_SANDBOX === '1',
    wechat: {
      dir: data.GPULEASE_WECHATPAY_DIR,
      apiUrl: new URL(data.GPULEASE_WECHATPAY_URL),
      notifyUrl: data.GPULEASE_WECHATPAY_NOTIFY_URL ?? (portal && new URL(NOTIFY_PATH, portal).toString()),
    },
  };
}
