/** Settings of optional external services. */
import { noticeKinds, type NoticeKind } from '@gpulease/contract/notice-kinds';
import { readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { isSafeToCall } from './http/network.ts';
import type { NoticeTemplates } from './identity/aliyun-sms.ts';
import { optionalSecret, optionalText } from './settings/shared.ts';

export const serviceSettings = z.object({
  GPULEASE_SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be smtp://… or smtps://…')
    .optional()
    .meta({ description: 'Mail server, smtps://user:password@host:465 or smtp://….', secret: true }),
  GPULEASE_SMTP_FROM: optionalText('Sender of emails, such as GPULease <no-reply@example.com>.'),
  GPULEASE_ALIYUN_ACCESS_KEY_ID: optionalText(
    'Access key of an Alibaba Cloud RAM user that can only send SMS.',
  ),
  GPULEASE_ALIYUN_ACCESS_KEY_SECRET: optionalSecret('Secret of that access key.'),
  GPULEASE_ALIYUN_SMS_SIGN_NAME: optionalText('Approved SMS signature.'),
  GPULEASE_ALIYUN_SMS_CODE_TEMPLATE: optionalText('SMS template for verification codes.'),
  GPULEASE_ALIYUN_SMS_PHONE_CHANGED_TEMPLATE: optionalText(
    'SMS template for the old phone number after a change.',
  ),
  GPULEASE_ALIYUN_SMS_PASSWORD_RESET_TEMPLATE: optionalText(
    'SMS template for password resets. If unset, users get no SMS about them.',
  ),
  GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((pair) => pair !== ''))
    .transform((pairs) => pairs.map((pair) => pair.split('=')))
    .refine(
      (pairs) => pairs.every(([kind = '', template = '']) => isNoticeKind(kind) && template !== ''),
      'must be such as FUNDS_LOW=SMS_123456789,TERM_ENDING=SMS_234567890',
    )
    .transform((pairs) => Object.fromEntries(pairs) as NoticeTemplates)
    .describe(
      'SMS templates of notices, FUNDS_LOW=SMS_1,TERM_ENDING=SMS_2. Notices without one are not sent by SMS.',
    ),
  GPULEASE_OIDC_ISSUER: z
    .string()
    .refine(isSafeToCall, 'must be https://…')
    .optional()
    .describe('OpenID Connect issuer for single sign-on, https://….'),
  GPULEASE_OIDC_CLIENT_ID: optionalText('Client ID at that issuer.'),
  GPULEASE_OIDC_CLIENT_SECRET: optionalSecret('Client secret.'),
  GPULEASE_OIDC_AUTO_CREATE: optionalText(
    '1: the first single sign-on creates an account, without invite code and phone.',
  ),
});

type Data = z.infer<typeof serviceSettings>;

/** A service is on if all of its variables are set. */
const variables = {
  smtp: { url: 'GPULEASE_SMTP_URL', from: 'GPULEASE_SMTP_FROM' },
  aliyunSms: {
    accessKeyId: 'GPULEASE_ALIYUN_ACCESS_KEY_ID',
    accessKeySecret: 'GPULEASE_ALIYUN_ACCESS_KEY_SECRET',
    signName: 'GPULEASE_ALIYUN_SMS_SIGN_NAME',
    codeTemplate: 'GPULEASE_ALIYUN_SMS_CODE_TEMPLATE',
    phoneChangedTemplate: 'GPULEASE_ALIYUN_SMS_PHONE_CHANGED_TEMPLATE',
  },
  oidc: {
    issuer: 'GPULEASE_OIDC_ISSUER',
    clientId: 'GPULEASE_OIDC_CLIENT_ID',
    clientSecret: 'GPULEASE_OIDC_CLIENT_SECRET',
  },
} as const;

type Service = keyof typeof variables;
type Variable = Exclude<keyof Data, 'GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES'>;
type SettingsOf<S extends Service> = { readonly [Field in keyof (typeof variables)[S]]: string };

export type ServiceSettings = ReturnType<typeof readServiceSettings>;

/**
 * Reads the settings. A service without its settings is off, and operations that need it fail with CONFIG_ERROR, while
 * everything else works. Throws an Error that names the variable if a value is invalid.
 */
export function readServiceSettings(env: Environment) {
  const data = readSettings(serviceSettings, env);
  const services = Object.keys(variables) as Service[];
  const aliyunSms = settingsOf('aliyunSms', data);
  const passwordResetTemplate = data.GPULEASE_ALIYUN_SMS_PASSWORD_RESET_TEMPLATE;
  const noticeTemplates = data.GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES;
  return {
    smtp: settingsOf('smtp', data),
    aliyunSms: aliyunSms && { ...aliyunSms, passwordResetTemplate, noticeTemplates },
    oidc: settingsOf('oidc', data),
    oidcAutoCreate: data.GPULEASE_OIDC_AUTO_CREATE === '1',
    missing: services.flatMap((service) => missingOf(service, data)),
  };
}

function settingsOf<S extends Service>(service: S, data: Data): SettingsOf<S> | undefined {
  const fields = Object.entries<Variable>(variables[service]);
  if (fields.some(([, name]) => data[name] === undefined)) return undefined;
  return Object.fromEntries(fields.map(([field, name]) => [field, data[name]])) as SettingsOf<S>;
}

/** Returns the missing settings of a service that has some but not all of them. */
function missingOf(service: Service, data: Data): string[] {
  const names = Object.values<Variable>(variables[service]);
  const missing = names.filter((name) => data[name] === undefined);
  return missing.length === names.length ? [] : missing;
}

function isMailServer(url: string): boolean {
  return /^smtps?:$/.test(URL.parse(url)?.protocol ?? '');
}

function isNoticeKind(name: string): name is NoticeKind {
  return (noticeKinds as readonly string[]).includes(name);
}
