/** Requests a second operator: the action is checked and recorded, and nothing moves yet. */
import type { Approval } from '@gpulease/contract/approvals';
import { least, parseAmount, type Fen } from '@gpulease/contract/money';
import { DAY_MS } from '../../clock.ts';
import type { Row, Transaction } from '../../database/schema.ts';
import { billingClock } from '../../ledger/ledger.ts';
import { walletOf } from '../../ledger/wallets.ts';
import { checkAdjustment, customerOf, type AdjustmentOrder, type Customer } from '../adjustments.ts';
import type { Providers } from '../providers.ts';
import { openAmount } from '../receivables.ts';
import { newPaymentId } from '../recharges.ts';
import { checkRefund, type RefundOrder } from '../refunds.ts';
import { readOpen, refuseOther, type WriteOff } from '../write-off.ts';
import { readApproval } from './view.ts';

/** How long a request may wait for a second operator. */
const LIFETIME_MS = 7 * DAY_MS;

interface AskedAdjustment extends Pick<AdjustmentOrder, 'userId' | 'amount' | 'reason'> {
  /** Null: the platform itself. */
  readonly actor: string | null;
}

/** Throws INSUFFICIENT_FUNDS for a debit above the available balance. A credit may be that of a report of a GPU. */
export async function askAdjustment(
  transaction: Transaction,
  { userId, amount: text, reason, actor }: AskedAdjustment,
  gpu_report_id: bigint | null = null,
): Promise<Approval> {
  const amount = parseAmount(text);
  await checkAdjustment(transaction, walletOf(userId), amount);
  const { balance, owed } = await readMoney(transaction, userId);
  const after = amount > 0n ? balance + amount - least(amount, owed) : balance + amount;
  return insert(transaction, {
    ...{ kind: 'ADJUSTMENT', user_id: userId, recharge_id: null, receivable_id: null },
    ...{ amount, reason, asked_by: actor, balance_before: balance, balance_after: after, gpu_report_id },
  });
}

/** Throws as `checkRefund` does. */
export async function askRefund(
  transaction: Transaction,
  providers: Providers,
  order: RefundOrder,
): Promise<Approval> {
  const { userId, recharge, reason, actor } = order;
  await checkRefund(transaction, providers, order);
  const amount = parseAmount(order.amount);
  const { balance } = await readMoney(transaction, userId);
  return insert(transaction, {
    ...{ kind: 'REFUND', user_id: userId, recharge_id: recharge, receivable_id: null },
    ...{ amount, reason, asked_by: actor, balance_before: balance, balance_after: balance - amount },
  });
}

/** Throws as `writeOffReceivable` does. */
export async function askWriteOff(
  transaction: Transaction,
  id: string,
  { reason, actor, agreed }: WriteOff,
): Promise<Approval> {
  const { username, amount } = await readOpen(transaction, id);
  refuseOther(amount, agreed);
  const { userId }: Customer = await customerOf(transaction, username);
  const { balance } = await readMoney(transaction, userId);
  return insert(transaction, {
    ...{ kind: 'WRITE_OFF', user_id: userId, recharge_id: null, receivable_id: id },
    ...{ amount, reason, asked_by: actor, balance_before: balance, balance_after: balance },
  });
}

type Asked = Pick<
  Row<'approval'>,
  | 'kind'
  | 'user_id'
  | 'recharge_id'
  | 'receivable_id'
  | 'amount'
  | 'reason'
  | 'asked_by'
  | 'balance_before'
  | 'balance_after'
> & { readonly gpu_report_id?: bigint | null };

async function insert(transaction: Transaction, asked: Asked): Promise<Approval> {
  const now = await billingClock(transaction);
  const id = newPaymentId('A', now);
  const expires_at = new Date(now.getTime() + LIFETIME_MS);
  await transaction
    .insertInto('approval')
    .values({ ...asked, id, created_at: now, expires_at })
    .execute();
  return readApproval(transaction, id);
}

interface Money {
  readonly balance: Fen;
  readonly owed: Fen;
}

/** What a customer has and owes. */
async function readMoney(transaction: Transaction, userId: string): Promise<Money> {
  const account = walletOf(userId);
  const { balance } = await transaction
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  const receivables = await transaction
    .selectFrom('receivable')
    .selectAll()
    .where('account_id', '=', account)
    .where('settled_at', 'is', null)
    .execute();
  return { balance, owed: receivables.reduce((sum, receivable) => sum + openAmount(receivable), 0n) };
}
