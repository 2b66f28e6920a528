/** Refunds that were made directly at the provider, without us. */
import { MADE_AT_PROVIDER } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { applyRefundState, closeGivenBack, markFinished } from './execute-refund.ts';
import { credit, lockRecharge } from './check-recharge.ts';
import type { RefundState } from './payment-provider.ts';
import type { RechargeMethod } from './providers.ts';
import { paymentOf } from './operated-recharges.ts';
import { takeBack } from './receivables.ts';

/** A refund as reported by the provider. */
interface RefundTold {
  readonly method: RechargeMethod;
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: bigint;
}

/** Books the provider's report of a refund, ours or one made directly at the provider. */
export async function bookReportedRefund(
  { database, log }: { readonly database: Database; readonly log: Logger },
  told: RefundTold,
  state: RefundState,
): Promise<void> {
  const { outRefundNo: id, outTradeNo: recharge, method } = told;
  const refunds = database.selectFrom('refund').select('recharge_id').where('id', '=', id);
  const ours = await refunds.executeTakeFirst();
  if (ours && ours.recharge_id !== recharge)
    throw new Error(`The refund ${id} is of the payment ${ours.recharge_id}, not of ${recharge}.`);
  if (ours) return applyRefundState(database, id, { ...state, amount: told.amount });
  if (state.state !== 'SUCCESS') return;
  log.error({ method, refund: id, recharge }, 'A refund was made at the payment provider, outside GPULease');
  await withTransaction(database, (transaction) => bookForeign(transaction, told));
}

/** Books once. A fully refunded payment in quarantine is closed; after a partial refund it is credited, less the refund. */
async function bookForeign(transaction: Transaction, told: RefundTold): Promise<void> {
  const recharge = await lockRecharge(transaction, told.outTradeNo);
  const refund = await insertForeign(transaction, told, recharge);
  if (!refund) return;
  const payment = paymentOf(recharge);
  if (payment && told.amount >= payment.amount) {
    await sql`UPDATE refund SET source = 'QUARANTINE' WHERE id = ${refund.id}`.execute(transaction);
    await closeGivenBack(transaction, refund);
    return markFinished(transaction, refund.id, 'SUCCEEDED', null);
  }
  if (payment) await credit(transaction, recharge, payment);
  await markFinished(transaction, refund.id, 'SUCCEEDED', await takeBack(transaction, refund));
}

async function insertForeign(
  transaction: Transaction,
  { method, outRefundNo, amount }: RefundTold,
  { id, user_id, account_id }: Row<'recharge'>,
): Promise<Row<'refund'> | undefined> {
  const { rows } = await sql<Row<'refund'>>`
    INSERT INTO refund (id, recharge_id, user_id, account_id, method, source, status, amount, reason, created_at, next_check_at)
    VALUES (${outRefundNo}, ${id}, ${user_id}, ${account_id}, ${method}, 'PROVIDER', 'PENDING', ${amount}, ${MADE_AT_PROVIDER},
      billing_clock(), billing_clock())
    ON CONFLICT DO NOTHING RETURNING *`.execute(transaction);
  return rows[0];
}
