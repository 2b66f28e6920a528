/** Text messages through Alibaba Cloud's Short Message Service. */
import { randomUUID } from 'node:crypto';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { ProductError } from '../http/product-error.ts';
import { signAliyunRequest } from './aliyun-signature.ts';
import type { SmsGateway, SmsMessage, SmsTemplate } from './sms-gateway.ts';

const ENDPOINT = 'https://dysmsapi.aliyuncs.com';
const TIMEOUT_MS = 10_000;

export type NoticeTemplates = Readonly<Partial<Record<NoticeKind, string>>>;

export interface AliyunSmsSettings {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** The signature approved by the service, prefixed to every message. */
  readonly signName: string;
  /** Approved templates: one with `${code}`, one without variables. */
  readonly codeTemplate: string;
  readonly phoneChangedTemplate: string;
  /** If absent, no SMS reports a password reset. */
  readonly passwordResetTemplate?: string | undefined;
  /** Templates for notices, with `${workload}` and `${until}`; notices without a template are not sent by SMS. */
  readonly noticeTemplates?: NoticeTemplates;
}

const answerSchema = z.object({ Code: z.string(), Message: z.string().default('') });

/** Sends messages with the configured templates. Tests override `endpoint`. */
export function aliyunSmsGateway(settings: AliyunSmsSettings, clock: Clock, endpoint = ENDPOINT): SmsGateway {
  const templates: Readonly<Partial<Record<SmsTemplate, string | undefined>>> = {
    ...settings.noticeTemplates,
    CODE: settings.codeTemplate,
    PHONE_CHANGED: settings.phoneChangedTemplate,
    PASSWORD_RESET: settings.passwordResetTemplate,
  };
  const queryOf = ({ phone, template, code, params }: SmsMessage) => {
    const name = templates[template];
    if (name === undefined) throw new ProductError('CONFIG_ERROR');
    const variables = { ...params, ...(code !== undefined && { code }) };
    return {
      PhoneNumbers: phone,
      SignName: settings.signName,
      TemplateCode: name,
      ...(Object.keys(variables).length > 0 && { TemplateParam: JSON.stringify(variables) }),
    };
  };
  return {
    isConfigured: true,
    async send(message) {
      const { queryString, headers } = signAliyunRequest(settings, {
        host: new URL(endpoint).host,
        action: 'SendSms',
        version: '2017-05-25',
        query: queryOf(message),
        date: clock.now(),
        nonce: randomUUID(),
      });
      const response = await fetch(`${endpoint}/?${queryString}`, {
        method: 'POST',
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { Code: code, Message: reason } = answerSchema.parse(await response.json());
      if (code !== 'OK') throw new Error(`The SMS service refused with ${code}: ${reason}`);
    },
  };
}
