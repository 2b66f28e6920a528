import { ProductError } from '../http/product-error.ts';
import type { Logger } from '../http/logger.ts';

export interface SmsMessage {
  readonly phone: string;
  readonly text: string;
  /** The code in the text, where there is one. */
  readonly code?: string;
}

/** Sends text messages. Rejects when the provider refuses. */
export interface SmsGateway {
  send(message: SmsMessage): Promise<void>;
}

/** Stands where no provider is configured. */
export function unconfiguredSmsGateway(log: Logger): SmsGateway {
  return {
    send() {
      log.error('No SMS provider is configured, so no message can be sent.');
      return Promise.reject(new ProductError('CONFIG_ERROR'));
    },
  };
}
