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
  /** The signature that the service has approved, shown in front of every message. */
  readonly signName: string;
  /** Templates that it has approved: one with `${code}`, and one without a variable. */
  readonly codeTemplate: string;
  readonly phoneChangedTemplate: string;
  /** Without one the person is not told by SMS. */
  readonly passwordResetTemplate?: string | undefined;
  /** Those of notices, with `${workload}` and `${until}`; a notice without one is not sent by SMS. */
  readonly noticeTemplates?: NoticeTemplates;
}

const answerSchema = z.object({ Code: z.string(), Message: z.string().default('') });

/** Sends by the templates that are set. `endpoint` is the service's own unless a test says another. */
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
