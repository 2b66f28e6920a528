/** Where operators are told of alarms. */
import { readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { isLoopback } from '../http/network.ts';
import { webhookFormats, type WebhookSettings } from './webhook.ts';

export interface AlarmSettings {
  readonly emails: readonly string[];
  readonly webhook: WebhookSettings | undefined;
}

export const alarmSettings = z.object({
  GPULEASE_ALARM_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((address) => address.trim()))
    .transform((addresses) => addresses.filter((address) => address !== ''))
    .pipe(z.array(z.email('must be addresses such as ops@example.com,night@example.com')).max(20))
    .describe('Who is told of alarms by email: ops@example.com,night@example.com. Needs the mail server.'),
  GPULEASE_ALARM_WEBHOOK_URL: z
    .string()
    .refine(isSafeWebhook, 'must be https://…')
    .optional()
    .meta({ description: 'The address that is told of alarms, https://….', secret: true }),
  GPULEASE_ALARM_WEBHOOK_FORMAT: z
    .enum(webhookFormats)
    .default('STANDARD')
    .describe('How it takes them: STANDARD (Standard Webhooks), WECOM or DINGTALK.'),
  GPULEASE_ALARM_WEBHOOK_SECRET: z
    .string()
    .optional()
    .meta({ description: 'Signs what is sent: base64, of DingTalk as its robot shows it.', secret: true }),
});

/** Throws an Error that names the variable if a value makes no sense. */
export function readAlarmSettings(env: Environment): AlarmSettings {
  const data = readSettings(alarmSettings, env);
  const url = data.GPULEASE_ALARM_WEBHOOK_URL;
  return {
    emails: data.GPULEASE_ALARM_EMAILS,
    webhook:
      url === undefined
        ? undefined
        : {
            url: new URL(url),
            format: data.GPULEASE_ALARM_WEBHOOK_FORMAT,
            secret: data.GPULEASE_ALARM_WEBHOOK_SECRET,
          },
  };
}

function isSafeWebhook(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}
