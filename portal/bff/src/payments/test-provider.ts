/** The sandbox's payment provider. It has its own books (`test_payment`), and anyone with the code can "pay". */
import { randomUUID } from 'node:crypto';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import type { Database } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface TestProvider extends PaymentProvider {
  /** Pays as a customer's phone would with the QR code. Throws ILLEGAL_TRANSITION if the payment is closed. */
  pay(codeUrl: string): Promise<void>;
}

/** The code contains the whole payment; a real provider's code refers to it. */
const codePattern = /^gpulease-test:(?<outTradeNo>\w+)\?amount=(?<amount>[\d.]+)$/;

/** Creates a provider that moves no money. */
export function createTestProvider(database: Database): TestProvider {
  return {
    create: ({ outTradeNo, amount }) =>
      Promise.resolve(`gpulease-test:${outTradeNo}?amount=${formatAmount(amount)}`),

    async query(outTradeNo) {
      const payments = database.selectFrom('test_payment').selectAll();
      const payment = await payments.where('out_trade_no', '=', outTradeNo).executeTakeFirst();
      if (payment?.state !== 'SUCCESS') return { state: payment?.state ?? 'NOTPAY' };
      const { transaction_id: transactionId, amount, paid_at: paidAt } = payment;
      return { state: 'SUCCESS', transactionId: transactionId ?? '', amount, paidAt: paidAt ?? new Date() };
    },

    close: (outTradeNo) => insert(database, outTradeNo, 0n, 'CLOSED'),

    async refund({ outRefundNo, outTradeNo, amount }) {
      await database
        .insertInto('test_refund')
        .values({ out_refund_no: outRefundNo, out_trade_no: outTradeNo, amount })
        .onConflict((conflict) => conflict.column('out_refund_no').doNothing())
        .execute();
      return { state: 'SUCCESS' };
    },

    async pay(codeUrl) {
      const { outTradeNo, amount } = codePattern.exec(codeUrl)?.groups ?? {};
      if (!outTradeNo || !amount) throw new ProductError('RESOURCE_NOT_FOUND');
      await insert(database, outTradeNo, parseAmount(amount), 'SUCCESS');
      const { state } = await this.query(outTradeNo);
      if (state === 'CLOSED') throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
    },
  };
}

/** Inserts a payment; its first state is final. */
async function insert(
  database: Database,
  outTradeNo: string,
  amount: bigint,
  state: 'SUCCESS' | 'CLOSED',
): Promise<void> {
  const paid = state === 'SUCCESS' && { transaction_id: `T${randomUUID()}`, paid_at: new Date() };
  await database
    .insertInto('test_payment')
    .values({ out_trade_no: outTradeNo, amount, state, ...paid })
    .onConflict((conflict) => conflict.column('out_trade_no').doNothing())
    .execute();
}
