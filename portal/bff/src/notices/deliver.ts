/** Sends notices by SMS and email, in one loop per channel so that a hanging provider does not hold up the other. */
import type { StockOffer } from '../database/json.ts';
import type { Language, MessageChannel } from '@gpulease/contract/enums';
import { noticeKinds, type NoticeKind } from '@gpulease/contract/notice-kinds';
import { displayPrice, formatAmount, formatPrice, type Fen, type MicroYuan } from '@gpulease/contract/money';
import { noticePath, noticeText, type NoticeText } from '@gpulease/contract/notice-texts';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { inTime } from '../http/in-time.ts';
import type { Logger } from '../http/logger.ts';
import { ProductError } from '../http/product-error.ts';
import { withRequestId } from '../http/request-id.ts';
import type { EmailGateway } from '../identity/email-gateway.ts';
import type { SmsGateway } from '../identity/sms-gateway.ts';
import { backOff, claimDue, errorText, keepDoing, type DueRows } from '../jobs/due-rows.ts';

export interface DeliveryOptions {
  readonly database: Database;
  readonly sms: SmsGateway;
  readonly email: EmailGateway;
  /** The portal's address, for links; undefined leaves them out. */
  readonly publicUrl: URL | undefined;
  /** The rate for showing dollars, such as `7.20`. */
  readonly cnyPerUsd: string;
  readonly log: Logger;
  /** The polling interval; shorter in tests. */
  readonly pauseMs?: number;
  /** Timeout of a provider. */
  readonly timeoutMs?: number;
}

const PAUSE_MS = 2_000;
const TIMEOUT_MS = 30_000;
/** About three hours with the backoff below. */
const MAX_ATTEMPTS = 10;
const next = backOff('attempts', '30 seconds', '1 hour');

/** One notice for one address. */
interface Delivery {
  readonly id: bigint;
  readonly channel: MessageChannel;
  /** Including this one. */
  readonly attempts: number;
  readonly kind: NoticeKind;
  readonly workload: string | null;
  readonly apiToken: string | null;
  readonly until: Date | null;
  readonly offer: StockOffer | null;
  readonly perHour: MicroYuan | null;
  readonly amount: Fen | null;
  readonly why: string | null;
  readonly language: Language | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly requestId: string | null;
}

/** Sends notices until stopped. Any number of processes may run concurrently. */
export function startDeliveries(options: DeliveryOptions) {
  const { log, pauseMs = PAUSE_MS } = options;
  const stopping = new AbortController();
  const failed = 'Could not send notices, will retry';
  const loops = (['SMS', 'EMAIL'] as const).map((channel) =>
    keepDoing({ log, pauseMs, failed, signal: stopping.signal }, () => deliverDue(options, channel)),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Sends due notices on one channel, outside any transaction. Failures are retried a bounded number of times. */
export async function deliverDue(options: DeliveryOptions, channel: MessageChannel): Promise<void> {
  const due = await claim(options.database, channel);
  await Promise.all(
    due.map((delivery) => withRequestId(delivery.requestId, () => deliver(options, delivery))),
  );
}

/**
 * Claims due deliveries; no other process gets them before their next attempt. Leaves out kinds of a newer version, which runs
 * alongside this one or did so before a rollback.
 */
async function claim(database: Database, channel: MessageChannel): Promise<Delivery[]> {
  const due: DueRows = {
    ...{ table: 'notice_delivery', key: ['notice_id', 'channel'], tries: 'attempts', due: 'next_attempt_at' },
    next,
    where: sql`channel = ${channel}
      AND EXISTS (SELECT FROM notice WHERE notice.id = notice_id AND kind = ANY(${noticeKinds}))`,
  };
  const { rows } = await sql<Delivery>`
    WITH claimed AS (${claimDue(due, sql`notice_id, channel, attempts`)})
    SELECT n.id, c.channel, c.attempts, n.kind, n.workload, n.api_token AS "apiToken", n.until, n.offer, n.per_hour AS "perHour", n.amount, n.why, n.request_id AS "requestId", u.language, u.phone, u.email
    FROM claimed c JOIN notice n ON n.id = c.notice_id JOIN user_account u ON u.id = n.user_id`.execute(
    database,
  );
  return rows;
}

async function deliver(options: DeliveryOptions, delivery: Delivery): Promise<void> {
  const { database, log, timeoutMs = TIMEOUT_MS } = options;
  const { id, channel, attempts } = delivery;
  try {
    await inTime(send(options, delivery), timeoutMs, `No answer within ${timeoutMs} ms`);
    await sql`UPDATE notice_delivery SET next_attempt_at = NULL, sent_at = billing_clock(), last_error = NULL
      WHERE notice_id = ${id} AND channel = ${channel}`.execute(database);
  } catch (error) {
    // This deployment does not have this channel.
    const isOff = error instanceof ProductError && error.code === 'CONFIG_ERROR';
    const isLast = isOff || attempts >= MAX_ATTEMPTS;
    if (!isOff) log.warn({ err: error, notice: id, channel, isLast }, 'Could not send a notice');
    await sql`UPDATE notice_delivery SET last_error = ${errorText(error)},
      next_attempt_at = CASE WHEN ${isLast} THEN NULL ELSE next_attempt_at END,
      given_up_at = CASE WHEN ${isLast && !isOff} THEN billing_clock() END
      WHERE notice_id = ${id} AND channel = ${channel}`.execute(database);
  }
}

function send(options: DeliveryOptions, delivery: Delivery): Promise<void> {
  return delivery.channel === 'SMS' ? sendSms(options, delivery) : sendEmail(options, delivery);
}

async function sendSms({ sms, cnyPerUsd }: DeliveryOptions, delivery: Delivery): Promise<void> {
  const { kind, phone, workload, apiToken, until, offer, perHour, amount } = delivery;
  if (phone === null) return;
  const language = languageOf(delivery);
  // A variable of a provider's template cannot hold a sentence.
  const { title, text } = textOf({ ...delivery, why: null }, cnyPerUsd);
  const params = {
    ...(workload !== null && { workload }),
    ...(apiToken !== null && { apiToken }),
    ...(until && { until: timeOf(until, language) }),
    ...(offer && { sku: offer.skuName, region: offer.regionName }),
    ...(perHour !== null && { perHour: displayPrice(formatPrice(perHour), { language, cnyPerUsd }) }),
    ...(amount !== null && { amount: displayPrice(formatAmount(amount), { language, cnyPerUsd }) }),
  };
  const stop = language === 'zh' ? '。' : '. ';
  await sms.send({ phone, template: kind, text: `【GPULease】${title}${stop}${text}`, params });
}

async function sendEmail({ email, publicUrl, cnyPerUsd }: DeliveryOptions, delivery: Delivery) {
  if (delivery.email === null) return;
  const { title, text } = textOf(delivery, cnyPerUsd);
  const sender = languageOf(delivery) === 'zh' ? '【GPULease】' : 'GPULease: ';
  const link = publicUrl ? `\n\n${new URL(noticePath(delivery), publicUrl).href}` : '';
  await email.send({ to: delivery.email, subject: `${sender}${title}`, text: `${text}${link}\n` });
}

function languageOf({ language }: Delivery): Language {
  return language ?? 'zh';
}

function textOf(delivery: Delivery, cnyPerUsd: string): NoticeText {
  const language = languageOf(delivery);
  const until = delivery.until?.toISOString() ?? null;
  const perHour = delivery.perHour === null ? null : formatPrice(delivery.perHour);
  const amount = delivery.amount === null ? null : formatAmount(delivery.amount);
  return noticeText({ ...delivery, until, perHour, amount }, language, {
    time: (at) => timeOf(new Date(at), language),
    price: (yuan) => displayPrice(yuan, { language, cnyPerUsd }),
  });
}

/** Formats an instant for messages, where the reader's time zone is unknown. */
function timeOf(instant: Date, language: Language): string {
  const time = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', {
    ...({ timeZone: 'Asia/Shanghai', hourCycle: 'h23' } as const),
    ...({ year: 'numeric', month: language === 'zh' ? 'numeric' : 'short', day: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  }).format(instant);
  return language === 'zh' ? `${time}（北京时间）` : `${time} (UTC+8)`;
}
