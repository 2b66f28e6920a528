/** WeChat's messages on payments and refunds, checked to be about this merchant and in yuan. */
import * as z from 'zod';
import type { PaidPayment, PaymentState, RefundState } from '../payment-provider.ts';
import type { WeChatSettings } from './settings.ts';

const currency = z.literal('CNY').default('CNY');
const refundStatus = z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']).optional();
const fen = z.int().min(0).transform(BigInt);
/** Includes REFUND: a refunded payment was paid. */
const paid = ['SUCCESS', 'REFUND'] as const;
const closed = ['CLOSED', 'REVOKED', 'PAYERROR'] as const;

/** A transaction, in the response to a query and in a callback. */
export const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.enum([...paid, ...closed, 'NOTPAY', 'USERPAYING', 'ACCEPT']),
  transaction_id: z.string().optional(),
  success_time: z.coerce.date().optional(),
  amount: z.object({ total: fen, currency }).optional(),
});
type WeChatTransaction = z.infer<typeof transaction>;

/** A refund, in the responses to its request and query (`status`) and in a callback (`refund_status`). */
export const refund = z
  .object({
    mchid: z.string().optional(),
    out_trade_no: z.string(),
    out_refund_no: z.string(),
    status: refundStatus,
    refund_status: refundStatus,
    amount: z.object({ refund: fen }),
  })
  .transform(({ status, refund_status, ...rest }) => ({ ...rest, status: status ?? refund_status }));
type WeChatRefund = z.infer<typeof refund>;

/** Throws for a transaction of another merchant or application. */
export function refuseForeign(
  { appid, mchid }: Pick<WeChatTransaction, 'appid' | 'mchid'>,
  { appId, merchantId }: WeChatSettings,
): void {
  if (mchid !== merchantId || appid !== appId) {
    throw new Error(`The payment is for merchant ${mchid} and application ${appid}, not ours.`);
  }
}

export function paymentState(told: WeChatTransaction): PaymentState {
  const isOneOf = (states: readonly string[]) => states.includes(told.trade_state);
  if (isOneOf(paid)) return { state: 'SUCCESS', ...paidPayment(told) };
  return { state: isOneOf(closed) ? 'CLOSED' : 'NOTPAY' };
}

function paidPayment({ transaction_id, success_time, amount, out_trade_no }: WeChatTransaction): PaidPayment {
  if (transaction_id === undefined || success_time === undefined || amount === undefined) {
    throw new Error(`WeChat Pay reports ${out_trade_no} as paid, but without the details of the payment.`);
  }
  return { transactionId: transaction_id, amount: amount.total, paidAt: success_time };
}

/** Returns the state of a refund. ABNORMAL waits for the merchant to act in WeChat's console. */
export function refundState({ status, amount }: WeChatRefund): RefundState {
  if (status === 'SUCCESS') return { state: 'SUCCESS', amount: amount.refund };
  if (status === 'CLOSED') return { state: 'FAILED', note: 'CLOSED' };
  return status === 'ABNORMAL' ? { state: 'PROCESSING', note: 'ABNORMAL' } : { state: 'PROCESSING' };
}
