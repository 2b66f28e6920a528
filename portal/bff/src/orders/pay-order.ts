/** Charges a wallet for an order: a reserved term immediately; otherwise one hour is held while the machine runs. */
import type { Row, Transaction } from '../database/schema.ts';
import { placeHold } from '../ledger/holds.ts';
import { post } from '../ledger/ledger.ts';
import { missingFor, refuseMissing } from '../ledger/wallets.ts';
import type { Terms } from './order-terms.ts';

type Payer = Pick<Row<'workload_order'>, 'id' | 'account_id'>;

/** Charges the term or holds an hour's price. Throws INSUFFICIENT_FUNDS. */
export async function payFor(
  transaction: Transaction,
  order: Payer,
  terms: Terms,
  running: boolean,
): Promise<void> {
  const { term } = terms;
  if (!term) {
    if (running) await holdForHour(transaction, order, terms);
    return;
  }
  refuseMissing(await missingFor(transaction, order.account_id, term.charge));
  const accounts = { wallet: order.account_id, counterpart: 'deferred-revenue' } as const;
  const idempotencyKey = `term:${order.id}`;
  await post(transaction, {
    ...accounts,
    kind: 'TERM',
    idempotencyKey,
    amount: -term.charge,
    orderId: order.id,
  });
}

/** Holds an hour's price. Throws INSUFFICIENT_FUNDS. */
export async function holdForHour(
  transaction: Transaction,
  { id, account_id }: Payer,
  { price, unit, hold: amount }: Pick<Terms, 'price' | 'unit' | 'hold'>,
): Promise<void> {
  refuseMissing(await placeHold(transaction, { orderId: id, accountId: account_id, price, unit, amount }));
}
