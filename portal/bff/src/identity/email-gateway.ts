import { ProductError } from '../http/product-error.ts';
import type { Logger } from '../http/logger.ts';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code in the text, where there is one. */
  readonly code?: string;
}

/** Sends emails. Rejects when the server refuses. */
export interface EmailGateway {
  /** Whether there is a mail server at all. */
  readonly isConfigured: boolean;
  send(message: EmailMessage): Promise<void>;
}

/** For where no mail server is configured. */
export const unconfiguredEmailGateway: EmailGateway = {
  isConfigured: false,
  send: () => Promise.reject(new ProductError('CONFIG_ERROR')),
};

/** Sends without being waited for: how long a mail server takes would hold the page up. A failure is logged. */
export function emailInBackground(gateway: EmailGateway, message: EmailMessage, log: Logger): void {
  gateway.send(message).catch((error: unknown) => {
    log.error({ err: error, to: maskEmail(message.to) }, 'An email was not sent');
  });
}

/** `g****@example.com`: enough to recognise, too little to write to. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1****');
}
