import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database, Row } from '../database/schema.ts';
import type { EmailGateway } from '../identity/email-gateway.ts';
import type { SmsGateway } from '../identity/sms-gateway.ts';

/** Stores text messages for the page /test instead of sending them. */
export function sandboxSmsGateway(database: Database, clock: Clock): SmsGateway {
  const keep = keeper(database, clock);
  return {
    isConfigured: true,
    send: ({ phone: recipient, text, code = null }) => keep({ channel: 'SMS', recipient, text, code }),
  };
}

/** Does the same for emails, with the subject above the text. */
export function sandboxEmailGateway(database: Database, clock: Clock): EmailGateway {
  const keep = keeper(database, clock);
  return {
    isConfigured: true,
    send: ({ to: recipient, subject, text, code = null }) =>
      keep({ channel: 'EMAIL', recipient, text: `${subject}\n\n${text}`, code }),
  };
}

function keeper(database: Database, clock: Clock) {
  return async (message: Omit<Row<'sandbox_message'>, 'id' | 'created_at'>): Promise<void> => {
    const row = { ...message, id: randomUUID(), created_at: clock.now() };
    await database.insertInto('sandbox_message').values(row).execute();
  };
}
