/** Settings of the outside services that a deployment may have. */
import { noticeKinds, type NoticeKind } from '@gpulease/contract/notice-kinds';
import type { Environment } from './settings/read.ts';
import { isLoopback } from './http/network.ts';
import type { AliyunSmsSettings, NoticeTemplates } from './identity/aliyun-sms.ts';
import type { OidcSettings } from './identity/oidc/provider.ts';
import type { SmtpSettings } from './identity/smtp-gateway.ts';

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
/** `FUNDS_LOW=SMS_1,TERM_ENDING=SMS_2` */
const NOTICE_TEMPLATES = 'GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES';

type Service = keyof typeof variables;
type SettingsOf<S extends Service> = { readonly [Field in keyof (typeof variables)[S]]: string };

export interface ServiceSettings {
  /** The mail server; undefined sends no email. */
  readonly smtp: SmtpSettings | undefined;
  /** Alibaba Cloud's Short Message Service; undefined sends no text message. */
  readonly aliyunSms: AliyunSmsSettings | undefined;
  /** The identity provider; undefined offers no single sign-on. */
  readonly oidc: OidcSettings | undefined;
  /** Whether a first sign-in through the identity provider makes an account at once. */
  readonly oidcAutoCreate: boolean;
  /** Settings that are not there though others of their service are; the service is off until they are. */
  readonly missing: readonly string[];
}

/**
 * Reads the settings. A service without its settings is off, and operations that need it answer CONFIG_ERROR, while
 * everything else works. Throws an Error that names the variable if a value makes no sense.
 */
export function readServiceSettings(env: Environment): ServiceSettings {
  refuseMistakes(env);
  const services = Object.keys(variables) as Service[];
  return {
    smtp: settingsOf('smtp', env),
    aliyunSms: aliyunSmsOf(env),
    oidc: settingsOf('oidc', env),
    oidcAutoCreate: env.GPULEASE_OIDC_AUTO_CREATE === '1',
    missing: services.flatMap((service) => missingOf(service, env)),
  };
}

function aliyunSmsOf(env: Environment): AliyunSmsSettings | undefined {
  const settings = settingsOf('aliyunSms', env);
  const passwordResetTemplate = env.GPULEASE_ALIYUN_SMS_PASSWORD_RESET_TEMPLATE;
  const noticeTemplates = templatesOf(env[NOTICE_TEMPLATES] ?? '');
  return settings && { ...settings, passwordResetTemplate, noticeTemplates };
}

function settingsOf<S extends Service>(service: S, env: Environment): SettingsOf<S> | undefined {
  const fields = Object.entries<string>(variables[service]);
  if (fields.some(([, name]) => !env[name])) return undefined;
  return Object.fromEntries(fields.map(([field, name]) => [field, env[name]])) as SettingsOf<S>;
}

/** The settings that a service still lacks; none where it has none at all. */
function missingOf(service: Service, env: Environment): string[] {
  const names = Object.values<string>(variables[service]);
  const missing = names.filter((name) => !env[name]);
  return missing.length === names.length ? [] : missing;
}

function refuseMistakes({ GPULEASE_SMTP_URL: smtpUrl, GPULEASE_OIDC_ISSUER: issuer }: Environment): void {
  if (smtpUrl && !/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? ''))
    throw new Error('GPULEASE_SMTP_URL must be smtp://… or smtps://….');
  if (issuer && !isSafeIssuer(issuer)) throw new Error('GPULEASE_OIDC_ISSUER must be https://….');
}

function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Throws an Error for what names no notice. */
function templatesOf(list: string): NoticeTemplates {
  const pairs = list.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [kind = '', template = ''] = pair.split('=');
      if (!isNoticeKind(kind) || template === '')
        throw new Error(`${NOTICE_TEMPLATES} must be such as FUNDS_LOW=SMS_123456789, not ${pair}.`);
      return [kind, template];
    }),
  );
}

function isNoticeKind(name: string): name is NoticeKind {
  return (noticeKinds as readonly string[]).includes(name);
}
