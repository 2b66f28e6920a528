import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { EmailGateway } from '../identity/email-gateway.ts';
import type { SmsGateway } from '../identity/sms-gateway.ts';

/** Instead of sending text messages, keeps them where the page /test shows them. */
export function sandboxSmsGateway(database: Database, clock: Clock): SmsGateway {
  return {
    isConfigured: true,
    async send({ phone: recipient, text, code = null }) {
      const message = { id: randomUUID(), channel: 'SMS', recipient, text, code } as const;
      await database
        .insertInto('sandbox_message')
        .values({ ...message, created_at: clock.now() })
        .execute();
    },
  };
}

/** The same for emails, the subject above the text. */
export function sandboxEmailGateway(database: Database, clock: Clock): EmailGateway {
  return {
    isConfigured: true,
    async send({ to: recipient, subject, text, code = null }) {
      const message = {
        id: randomUUID(),
        channel: 'EMAIL',
        recipient,
        text: `${subject}\n\n${text}`,
        code,
      } as const;
      await database
        .insertInto('sandbox_message')
        .values({ ...message, created_at: clock.now() })
        .execute();
    },
  };
}
