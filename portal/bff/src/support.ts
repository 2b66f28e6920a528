/** How customers reach support: contacts from the environment, stated in emails that refer to support. */
import type { Support } from '@gpulease/contract/config';
import { readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import type { EmailGateway } from './identity/email-gateway.ts';
import { optionalText } from './settings/shared.ts';

export const supportSettings = z
  .object({
    GPULEASE_SUPPORT_EMAIL: z
      .email('must be an email address')
      .optional()
      .describe('Support email address shown in the portal and in emails.'),
    GPULEASE_SUPPORT_URL: z
      .url({ protocol: /^https$/, error: 'must be an https:// address' })
      .optional()
      .describe('Help center or support chat, https://….'),
    GPULEASE_SUPPORT_PHONE: z
      .string()
      .regex(/^\+?\d[\d -]{1,30}$/, 'must be digits, spaces and hyphens such as 400-800-8888')
      .optional()
      .describe('Support phone number.'),
    GPULEASE_SUPPORT_HOURS_ZH: optionalText('Support hours, in Chinese.'),
    GPULEASE_SUPPORT_HOURS_EN: optionalText('Support hours, in English.'),
  })
  .refine((given) => !given.GPULEASE_SUPPORT_HOURS_ZH === !given.GPULEASE_SUPPORT_HOURS_EN, {
    path: ['GPULEASE_SUPPORT_HOURS_ZH'],
    error: 'and GPULEASE_SUPPORT_HOURS_EN must be set together',
  });

/** Returns null if no contact is configured. Throws an Error that names an invalid variable and its format. */
export function readSupport(env: Environment): Support | null {
  const data = readSettings(supportSettings, env);
  const email = data.GPULEASE_SUPPORT_EMAIL ?? null;
  const url = data.GPULEASE_SUPPORT_URL ?? null;
  const phone = data.GPULEASE_SUPPORT_PHONE ?? null;
  if (email === null && url === null && phone === null) return null;
  const [zh, en] = [data.GPULEASE_SUPPORT_HOURS_ZH, data.GPULEASE_SUPPORT_HOURS_EN];
  return { email, url, phone, hours: zh !== undefined && en !== undefined ? { zh, en } : null };
}

/** Returns a gateway that adds the contacts to emails that tell their reader to contact support. */
export function withSupport(gateway: EmailGateway, support: Support | null): EmailGateway {
  if (support === null) return gateway;
  return {
    isConfigured: gateway.isConfigured,
    send: (message) => gateway.send({ ...message, text: signed(message.text, support) }),
  };
}

function signed(text: string, { email, url, phone, hours }: Support): string {
  const ways = [phone, email, url].filter((way) => way !== null);
  const open = (words: string | undefined, [before, after]: [string, string]) =>
    words === undefined ? '' : `${before}${words}${after}`;
  if (text.includes('客服')) return `${text}\n客服：${ways.join('、')}${open(hours?.zh, ['（', '）'])}\n`;
  if (/contact support/i.test(text))
    return `${text}\nSupport: ${ways.join(', ')}${open(hours?.en, [' (', ')'])}\n`;
  return text;
}
