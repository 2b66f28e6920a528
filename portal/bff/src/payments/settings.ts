/** Where payments are made, from the environment; the portal and the billing worker have the same. */
import * as z from 'zod';
import { readSettings, type Environment } from '../settings/read.ts';
import type { WeChatPlace } from './wechat/settings.ts';

export interface PaymentSettings {
  readonly sandbox: boolean;
  readonly wechat: WeChatPlace;
}

export const NOTIFY_PATH = '/api/v1/payments/wechat/notify';

const settings = z.object({
  GPULEASE_SANDBOX: z.string().optional(),
  GPULEASE_PUBLIC_URL: z.url('must be an address').optional(),
  GPULEASE_WECHATPAY_DIR: z.string().optional(),
  GPULEASE_WECHATPAY_URL: z.url('must be an address').default('https://api.mch.weixin.qq.com'),
  GPULEASE_WECHATPAY_NOTIFY_URL: z.url('must be an address').optional(),
});

/** Reads them. Throws an Error that names the variable and says what it must be. */
export function readPaymentSettings(env: Environment): PaymentSettings {
  const data = readSettings(settings, env);
  const publicUrl = data.GPULEASE_PUBLIC_URL;
  return {
    sandbox: data.GPULEASE_SANDBOX === '1',
    wechat: {
      dir: data.GPULEASE_WECHATPAY_DIR,
      apiUrl: new URL(data.GPULEASE_WECHATPAY_URL),
      notifyUrl:
        data.GPULEASE_WECHATPAY_NOTIFY_URL ?? (publicUrl && new URL(NOTIFY_PATH, publicUrl).toString()),
    },
  };
}
