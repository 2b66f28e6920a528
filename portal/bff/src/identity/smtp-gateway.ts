/** Email through an operator's SMTP server. */
import { createTransport } from 'nodemailer';
import type { EmailGateway } from './email-gateway.ts';

const TIMEOUT_MS = 20_000;

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…`, which asks for STARTTLS where the server offers it. */
  readonly url: string;
  /** `GPULease <no-reply@example.com>` */
  readonly from: string;
}

/** A gateway with one pooled connection or a few; a server that hangs is given up after 20 seconds. */
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
