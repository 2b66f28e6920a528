/** Creates notices for users in the transaction of the event. */
import { randomUUID } from 'node:crypto';
import type { StockOffer } from '../database/json.ts';
import type { Fen, MicroYuan } from '@gpulease/contract/money';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { requestId } from '../http/request-id.ts';
import type { AccountChange } from '../identity/services.ts';

export interface NewNotice {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** Identifies the notice, such as `FUNDS_LOW/24/…`: a user gets it once, however often it is created. */
  readonly key: string;
  /** Its subject: an order, the wallet or an API token. Supersedes unsent notices with the same subject. */
  readonly subject: string;
  readonly workload?: string;
  readonly apiToken?: string;
  /** When the event that it announces happens. */
  readonly until?: Date;
  /** When the event happened. If an earlier notice of this kind announced it, this one is not created. */
  readonly foretoldFor?: Date;
  /** The offer that is available again. */
  readonly offer?: StockOffer;
  /** The hourly cost of the machine, or of all running machines. */
  readonly perHour?: MicroYuan;
  /** The credit to the customer, or the hourly limit. */
  readonly amount?: Fen;
  /** The reason in an operator's words. */
  readonly why?: string;
}

/** How much later than announced an event may happen. */
const LATE_BY = '1 hour';
const CLOCKS_DIFFER_BY = '1 minute';

/** Stores the notice, with a delivery for each channel on which the user can be reached. */
export async function notify(transaction: Transaction, notice: NewNotice): Promise<void> {
  const { userId, kind, key, subject, workload = null, until = null, foretoldFor = null } = notice;
  const { apiToken = null, perHour = null, amount = null, why = null } = notice;
  const offer = notice.offer ? JSON.stringify(notice.offer) : null;
  await sql`
    WITH said AS (
      INSERT INTO notice (user_id, kind, key, subject, workload, api_token, until, offer, per_hour, amount, why, request_id, created_at)
      SELECT ${userId}, ${kind}, ${key}, ${subject}, ${workload}, ${apiToken}, ${until}::timestamptz, ${offer}::jsonb, ${perHour}::bigint, ${amount}::bigint, ${why}, ${requestId() ?? null}, billing_clock()
      WHERE NOT EXISTS (SELECT FROM notice n WHERE n.user_id = ${userId} AND n.subject = ${subject} AND n.kind = ${kind}
        AND n.until BETWEEN ${foretoldFor}::timestamptz - ${LATE_BY}::interval AND ${foretoldFor}::timestamptz + ${CLOCKS_DIFFER_BY}::interval)
      ON CONFLICT (user_id, key) DO NOTHING
      RETURNING id, user_id, subject, created_at
    ),
    outdated AS (
      UPDATE notice_delivery d SET next_attempt_at = NULL, given_up_at = NULL
      FROM said JOIN notice n ON n.user_id = said.user_id AND n.subject = said.subject
      WHERE d.notice_id = n.id AND (d.next_attempt_at IS NOT NULL OR d.given_up_at IS NOT NULL)
    )
    INSERT INTO notice_delivery (notice_id, channel, next_attempt_at)
    SELECT said.id, way.channel, said.created_at
    FROM said JOIN user_account u ON u.id = said.user_id,
      LATERAL (VALUES ('SMS', u.phone), ('EMAIL', u.email)) AS way (channel, address)
    WHERE way.address IS NOT NULL`.execute(transaction);
}

/** Notifies a customer of a change to the account. Each notice has its own subject, so that none supersedes another. */
export async function notifyOfAccount(
  transaction: Transaction,
  { userId, kind, key = randomUUID(), apiToken }: AccountChange,
): Promise<void> {
  const whole = `${kind}/${key}`;
  await notify(transaction, { userId, kind, key: whole, subject: whole, ...(apiToken && { apiToken }) });
}
