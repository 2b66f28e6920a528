/** Makes a job due at once, regardless of its backoff. */
import type { JobName } from '@gpulease/contract/enums';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';

type MakeDue = (key: string) => RawBuilder<unknown>;

/** Older entries of the same object run first, so all of them become due. */
const makeEntryDue: MakeDue = (id) => sql`
  UPDATE outbox SET next_attempt_at = clock_timestamp()
  WHERE done_at IS NULL AND (topic, key) = (SELECT topic, key FROM outbox WHERE id = ${id}::bigint)`;

const makeCheckDue =
  (table: 'recharge' | 'refund'): MakeDue =>
  (id) =>
    sql`UPDATE ${sql.table(table)} SET next_check_at = billing_clock() WHERE id = ${id} AND status = 'PENDING'`;

const makeDeliveryDue =
  (channel: 'SMS' | 'EMAIL'): MakeDue =>
  (id) => sql`
    UPDATE notice_delivery SET next_attempt_at = billing_clock(), given_up_at = NULL
    WHERE notice_id = ${id}::bigint AND channel = ${channel}
      AND (next_attempt_at IS NOT NULL OR given_up_at IS NOT NULL)`;

const makeWalletDue =
  (table: 'dunning' | 'funding_look'): MakeDue =>
  (userId) => sql`
    UPDATE ${sql.table(table)} AS due SET look_at = LEAST(look_at, billing_clock())
    FROM wallet WHERE wallet.account_id = due.account_id AND wallet.user_id = ${userId} AND look_at IS NOT NULL`;

const makeDue: Readonly<Record<JobName, MakeDue>> = {
  CREATE_WORKLOAD: makeEntryDue,
  START_WORKLOAD: makeEntryDue,
  STOP_WORKLOAD: makeEntryDue,
  DESTROY_WORKLOAD: makeEntryDue,
  APPLY_TENANT: makeEntryDue,
  CHECK_RECHARGE: makeCheckDue('recharge'),
  CARRY_OUT_REFUND: makeCheckDue('refund'),
  COMPARE_BILL: (day) => sql`
    UPDATE payment_reconciliation SET next_check_at = billing_clock()
    WHERE method || '-' || day = ${day} AND next_check_at IS NOT NULL`,
  SEND_SMS: makeDeliveryDue('SMS'),
  SEND_EMAIL: makeDeliveryDue('EMAIL'),
  SEND_ALARM: makeEntryDue,
  REVIEW_WALLET: makeWalletDue('dunning'),
  COMPARE_WALLET: makeWalletDue('funding_look'),
};

/** Makes the job due. Throws RESOURCE_NOT_FOUND if it is done or never existed. */
export async function retryJob(database: Database, id: string): Promise<void> {
  const job = await database.selectFrom('job').select('name').where('id', '=', id).executeTakeFirst();
  if (!job) throw new ProductError('RESOURCE_NOT_FOUND');
  await makeDue[job.name](id.slice(job.name.length + 1)).execute(database);
}
