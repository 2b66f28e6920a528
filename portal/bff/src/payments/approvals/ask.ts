/** Requests approval by a second operator: the action is checked and recorded, but no money moves yet. */
import type { Approval } from '@gpulease/contract/approvals';
import { least, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Insertable } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Tables, Transaction } from '../../database/schema.ts';
import { billingClock } from '../../ledger/ledger.ts';
import { walletOf } from '../../ledger/wallets.ts';
import { checkAdjustment, customerOf, type AdjustmentOrder } from '../adjustments.ts';
import type { Providers } from '../providers.ts';
import { openAmount, openReceivables } from '../receivables.ts';
import { newPaymentId } from '../recharges.ts';
import { checkRefund, type RefundOrder } from '../refunds.ts';
import { readOpen, refuseOther, type WriteOff } from '../write-off.ts';
import { readApproval } from './view.ts';

/** How long a request may wait for a second operator. */
const LIFETIME_MS = 7 * DAY_MS;

/** Whether an amount, in or out, needs a second operator; never without a limit. */
export function needsSecond(amount: Fen, limit: Fen | undefined): boolean {
  return limit !== undefined && (amount > limit || -amount > limit);
}

interface AskedAdjustment extends Pick<AdjustmentOrder, 'userId' | 'amount' | 'reason'> {
  /** Null: the platform itself. */
  readonly actor: string | null;
}

/** Requests an adjustment, possibly for a GPU report. Throws INSUFFICIENT_FUNDS for a debit above the balance. */
export async function askAdjustment(
  transaction: Transaction,
  { userId, amount: text, reason, actor }: AskedAdjustment,
  gpu_report_id: bigint | null = null,
): Promise<Approval> {
  const amount = parseAmount(text);
  await checkAdjustment(transaction, walletOf(userId), amount);
  const { balance, owed } = await readMoney(transaction, userId);
  const after = amount > 0n ? balance + amount - least(amount, owed) : balance + amount;
  const asked = { user_id: userId, amount, reason, asked_by: actor, balance_before: balance };
  return insert(transaction, { ...asked, kind: 'ADJUSTMENT', balance_after: after, gpu_report_id });
}

/** Requests a refund. Throws the same errors as `checkRefund`. */
export async function askRefund(
  transaction: Transaction,
  providers: Providers,
  order: RefundOrder,
): Promise<Approval> {
  const { userId, recharge: recharge_id, reason, actor } = order;
  await checkRefund(transaction, providers, order);
  const amount = parseAmount(order.amount);
  const { balance } = await readMoney(transaction, userId);
  const asked = { user_id: userId, amount, reason, asked_by: actor, balance_before: balance };
  return insert(transaction, { ...asked, kind: 'REFUND', recharge_id, balance_after: balance - amount });
}

/** Requests a write-off. Throws the same errors as `writeOffReceivable`. */
export async function askWriteOff(
  transaction: Transaction,
  id: string,
  { reason, actor, agreed }: WriteOff,
): Promise<Approval> {
  const { username, amount } = await readOpen(transaction, id);
  refuseOther(amount, agreed);
  const { userId } = await customerOf(transaction, username);
  const { balance } = await readMoney(transaction, userId);
  const asked = { user_id: userId, amount, reason, asked_by: actor, balance_before: balance };
  return insert(transaction, { ...asked, kind: 'WRITE_OFF', receivable_id: id, balance_after: balance });
}

type Asked = Omit<Insertable<Tables['approval']>, 'id' | 'created_at' | 'expires_at'>;

async function insert(transaction: Transaction, asked: Asked): Promise<Approval> {
  const now = await billingClock(transaction);
  const id = newPaymentId('A', now);
  const row = { ...asked, id, created_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) };
  await transaction.insertInto('approval').values(row).execute();
  return readApproval(transaction, id);
}

/** Returns a customer's balance and debts. */
async function readMoney(transaction: Transaction, userId: string) {
  const account = walletOf(userId);
  const { balance } = await transaction
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  const receivables = await openReceivables(transaction, account).execute();
  return { balance, owed: receivables.reduce((sum, receivable) => sum + openAmount(receivable), 0n) };
}
