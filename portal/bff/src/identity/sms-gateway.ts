import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { ProductError } from '../http/product-error.ts';
import { maskPhone, type Logger } from '../http/logger.ts';

/** Providers in mainland China send approved templates only; each is set for the provider. */
export type SmsTemplate = 'CODE' | 'PHONE_CHANGED' | 'PASSWORD_RESET' | NoticeKind;

export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
  /** What the template says, where a provider takes any text. */
  readonly text: string;
  /** The code in the text, where there is one. */
  readonly code?: string;
  /** The variables of the template besides. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Sends text messages. Rejects when the provider refuses, with CONFIG_ERROR where the template is not set. */
export interface SmsGateway {
  /** Whether there is a provider at all. */
  readonly isConfigured: boolean;
  send(message: SmsMessage): Promise<void>;
}

/** For where no provider is configured. */
export const unconfiguredSmsGateway: SmsGateway = {
  isConfigured: false,
  send: () => Promise.reject(new ProductError('CONFIG_ERROR')),
};

/**
 * Sends in the background: the provider's response time and refusals would tell a stranger which phones exist. Failures
 * are logged; the user can request another code.
 */
export function sendInBackground(gateway: SmsGateway, message: SmsMessage, log: Logger): void {
  gateway.send(message).catch((error: unknown) => {
    log.error({ err: error, phone: maskPhone(message.phone) }, 'A text message was not sent');
  });
}
