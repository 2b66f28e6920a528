/** Email through the operator's SMTP server. */
import { createTransport } from 'nodemailer';
import type { EmailGateway } from './email-gateway.ts';

const TIMEOUT_MS = 20_000;

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…`, which uses STARTTLS if the server offers it. */
  readonly url: string;
  /** `GPULease <no-reply@example.com>` */
  readonly from: string;
}

/** Returns a gateway with pooled connections; a hanging server times out after 20 seconds. */
export function smtpGateway({ url, from }: SmtpSettings): EmailGateway {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isConfigured: true,
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
