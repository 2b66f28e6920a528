import { ProductError } from '../http/product-error.ts';
import type { Logger } from '../http/logger.ts';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code in the text, if any. */
  readonly code?: string;
}

/** Sends emails. Rejects if the server refuses. */
export interface EmailGateway {
  /** Whether a mail server is configured. */
  readonly isConfigured: boolean;
  send(message: EmailMessage): Promise<void>;
}

/** The gateway used when no mail server is configured. */
export const unconfiguredEmailGateway: EmailGateway = {
  isConfigured: false,
  send: () => Promise.reject(new ProductError('CONFIG_ERROR')),
};

/** Sends in the background, so that a slow mail server does not delay the response. Failures are logged. */
export function emailInBackground(gateway: EmailGateway, message: EmailMessage, log: Logger): void {
  gateway.send(message).catch((error: unknown) => {
    log.error({ err: error, to: maskEmail(message.to) }, 'Could not send an email');
  });
}

/** Masks an address, such as `g****@example.com`: recognizable, but not enough to write to. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1****');
}
