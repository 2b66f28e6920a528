import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { SmsGateway } from '../identity/sms-gateway.ts';

/** Instead of sending, keeps messages where the page /test shows them. */
export function sandboxSmsGateway(database: Database, clock: Clock): SmsGateway {
  return {
    isConfigured: true,
    async send({ phone, text, code }) {
      await database
        .insertInto('sandbox_message')
        .values({
          id: randomUUID(),
          channel: 'SMS',
          recipient: phone,
          text,
          code: code ?? null,
          created_at: clock.now(),
        })
        .execute();
    },
  };
}
