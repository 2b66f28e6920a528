/** Settings of alarm notifications. */
import { readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { isSafeToCall } from '../http/network.ts';
import { webhookFormats, type WebhookSettings } from './webhook.ts';
import { optionalSecret } from '../settings/shared.ts';

export const alarmSettings = z.object({
  GPULEASE_ALARM_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((address) => address.trim()))
    .transform((addresses) => addresses.filter((address) => address !== ''))
    .pipe(z.array(z.email('must be addresses such as ops@example.com,night@example.com')).max(20))
    .describe('Recipients of alarm emails: ops@example.com,night@example.com. Requires the mail server.'),
  GPULEASE_ALARM_WEBHOOK_URL: z
    .string()
    .refine(isSafeToCall, 'must be https://…')
    .optional()
    .meta({ description: 'Webhook URL for alarms, https://….', secret: true }),
  GPULEASE_ALARM_WEBHOOK_FORMAT: z
    .enum(webhookFormats)
    .default('STANDARD')
    .describe('Format of the webhook: STANDARD (Standard Webhooks), WECOM or DINGTALK.'),
  GPULEASE_ALARM_WEBHOOK_SECRET: optionalSecret(
    'Secret that signs the messages: base64, or for DingTalk as its robot shows it.',
  ),
});

export type AlarmSettings = ReturnType<typeof readAlarmSettings>;

/** Reads the settings. Throws an Error that names the variable if a value is invalid. */
export function readAlarmSettings(env: Environment) {
  const data = readSettings(alarmSettings, env);
  const { GPULEASE_ALARM_WEBHOOK_FORMAT: format, GPULEASE_ALARM_WEBHOOK_SECRET: secret } = data;
  const url = data.GPULEASE_ALARM_WEBHOOK_URL;
  const webhook: WebhookSettings | undefined =
    url === undefined ? undefined : { url: new URL(url), format, secret };
  return { emails: data.GPULEASE_ALARM_EMAILS, webhook };
}
