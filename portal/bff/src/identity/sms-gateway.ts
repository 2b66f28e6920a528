import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { ProductError } from '../http/product-error.ts';
import { maskPhone, type Logger } from '../http/logger.ts';

/** Providers in mainland China only send approved templates, which are configured per provider. */
export type SmsTemplate = 'CODE' | 'PHONE_CHANGED' | 'PASSWORD_RESET' | NoticeKind;

export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
  /** The full text, for providers that accept free text. */
  readonly text: string;
  /** The code in the text, if any. */
  readonly code?: string;
  /** The template's other variables. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Sends text messages. Rejects if the provider refuses, with CONFIG_ERROR if the template is not configured. */
export interface SmsGateway {
  /** Whether a provider is configured. */
  readonly isConfigured: boolean;
  send(message: SmsMessage): Promise<void>;
}

/** The gateway used when no provider is configured. */
export const unconfiguredSmsGateway: SmsGateway = {
  isConfigured: false,
  send: () => Promise.reject(new ProductError('CONFIG_ERROR')),
};

/**
 * Sends in the background: the provider's response time and refusals would reveal which phones exist. Failures are
 * logged.
 */
export function sendInBackground(gateway: SmsGateway, message: SmsMessage, log: Logger): void {
  gateway.send(message).catch((error: unknown) => {
    log.error({ err: error, phone: maskPhone(message.phone) }, 'Could not send an SMS');
  });
}
