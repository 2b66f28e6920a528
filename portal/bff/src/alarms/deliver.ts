/** Delivers alarms to operators: by email to the configured addresses, and by webhook. */
import type { Database, Transaction } from '../database/schema.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../http/logger.ts';
import type { EmailGateway } from '../identity/email-gateway.ts';
import type { OutboxEntry, OutboxHandler } from '../jobs/runner.ts';
import { toAlarm } from './list.ts';
import { alarmMessage, type ReviewedAlarms } from './message.ts';
import type { ReviewedAlarmIds } from './review.ts';
import type { AlarmSettings } from './settings.ts';
import { callWebhook } from './webhook.ts';

export interface DeliveryParts {
  readonly settings: AlarmSettings;
  readonly email: EmailGateway;
  readonly clock: Clock;
  readonly log: Logger;
  /** The portal's URL, for links. */
  readonly publicUrl: URL | undefined;
}

const WEBHOOK = 'WEBHOOK';
const EMAIL = 'EMAIL ';

/** About an hour. The console shows the alarms anyway. */
const MAX_ATTEMPTS = 60;

/** Returns the deployment's channels: each email address, and the webhook. */
export function alarmChannels({ settings, email }: Pick<DeliveryParts, 'settings' | 'email'>): string[] {
  const addresses = email.isConfigured ? settings.emails : [];
  return [...addresses.map((address) => EMAIL + address), ...(settings.webhook ? [WEBHOOK] : [])];
}

/** Sends a queued message to its channel. Drops it if the channel is no longer configured. */
export function alarmHandler(parts: DeliveryParts): OutboxHandler {
  return async (entry, transaction) => {
    if (!alarmChannels(parts).includes(entry.key)) return;
    if (entry.attempts >= MAX_ATTEMPTS) {
      parts.log.error({ channel: entry.key }, 'Could not send an alarm message for an hour, giving up');
      return;
    }
    await send(parts, entry, await readNews(transaction, entry.payload as ReviewedAlarmIds));
  };
}

async function send(parts: DeliveryParts, { id, key }: OutboxEntry, news: ReviewedAlarms): Promise<void> {
  const { settings, email, clock, publicUrl } = parts;
  const message = alarmMessage(news, publicUrl);
  if (key !== WEBHOOK) await email.send({ to: key.slice(EMAIL.length), ...message });
  else if (settings.webhook)
    await callWebhook(settings.webhook, { id: `alarm-${id}`, now: clock.now(), message, ...news });
}

/** Returns the alarms in their current state, without removed ones. */
async function readNews(
  database: Database | Transaction,
  { opened, ended }: ReviewedAlarmIds,
): Promise<ReviewedAlarms> {
  const rows = await database
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', [...opened, ...ended])
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  const alarmsOf = (ids: readonly string[]) => rows.filter(({ id }) => ids.includes(id)).map(toAlarm);
  return { opened: alarmsOf(opened), ended: alarmsOf(ended) };
}
