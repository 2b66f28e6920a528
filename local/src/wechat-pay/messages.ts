/** Orders, refunds and bills in WeChat Pay's format. */
import { createHash } from 'node:crypto';
import type { Books, Order, Refund } from './books.ts';
import type { Keys } from './keys.ts';

/** Returns the response to an order query, which is also the content of its callback. */
export function transactionMessage(
  order: Order,
  { appId, merchantId }: Pick<Keys, 'appId' | 'merchantId'>,
): object {
  const { outTradeNo, state, transactionId, paidAt, paid = order.total } = order;
  const isPaid = state === 'SUCCESS' || state === 'REFUND';
  return {
    appid: appId,
    mchid: merchantId,
    out_trade_no: outTradeNo,
    trade_state: state,
    trade_state_desc: state,
    attach: order.attach,
    ...(isPaid && {
      transaction_id: transactionId,
      trade_type: 'NATIVE',
      bank_type: 'OTHERS',
      success_time: paidAt,
      payer: { openid: 'simulator' },
      amount: { total: paid, payer_total: paid, currency: 'CNY', payer_currency: 'CNY' },
    }),
  };
}

/** Returns the response to a refund's creation and query; its callback names the status field differently. */
export function refundMessage({ outRefundNo, outTradeNo, amount, state }: Refund, order: Order): object {
  return {
    refund_id: refundIdOf(outRefundNo),
    out_refund_no: outRefundNo,
    transaction_id: order.transactionId,
    out_trade_no: outTradeNo,
    status: state,
    amount: { total: order.paid, refund: amount, currency: 'CNY' },
  };
}

export function refundCallback(refund: Refund, order: Order, { merchantId }: Keys): object {
  return {
    ...refundMessage(refund, order),
    status: undefined,
    refund_status: refund.state,
    mchid: merchantId,
  };
}

/** Returns WeChat's own number of a refund. */
function refundIdOf(outRefundNo: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(outRefundNo).digest('hex').slice(0, 16)}`);
  return `503${digits.toString().padStart(20, '0')}`;
}

const titles =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const sumTitles =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

/** Returns the trade bill of a calendar day in Shanghai, or undefined without transactions. */
export function billOf({ orders, refunds }: Books, day: string, keys: Keys): string | undefined {
  const paid = [...orders.values()].filter(({ paidAt }) => paidAt !== undefined && dayOf(paidAt) === day);
  const given = [...refunds.values()].filter(({ at }) => dayOf(at) === day);
  const lines = [
    ...paid.map((order) =>
      billLine(keys, { at: order.paidAt ?? '', order, paid: order.paid ?? 0, refund: undefined }),
    ),
    ...given.map((refund) =>
      billLine(keys, { at: refund.at, order: orders.get(refund.outTradeNo) ?? refund, paid: 0, refund }),
    ),
  ];
  if (lines.length === 0) return undefined;
  const total = paid.reduce((sum, order) => sum + (order.paid ?? 0), 0);
  const back = given.reduce((sum, { amount }) => sum + amount, 0);
  const sums = [String(lines.length), yuan(total), yuan(back), '0.00', '0.00000', yuan(total), yuan(back)];
  return ['\uFEFF' + titles, ...lines, sumTitles, marked(sums), ''].join('\r\n');
}

interface BillValues {
  readonly at: string;
  readonly order: Pick<Order, 'outTradeNo' | 'transactionId' | 'attach'>;
  /** Fen. */
  readonly paid: number;
  readonly refund: Pick<Refund, 'outRefundNo' | 'amount' | 'state'> | undefined;
}

function billLine({ appId, merchantId }: Keys, { at, order, paid, refund }: BillValues): string {
  const time = inShanghai(at).replace('T', ' ').slice(0, 19);
  const back = yuan(refund?.amount ?? 0);
  const given = refund
    ? [refundIdOf(refund.outRefundNo), refund.outRefundNo, back, '0.00', 'ORIGINAL', refund.state]
    : ['0', '0', back, '0.00', '', ''];
  return marked([
    ...[time, appId, merchantId, '0', '', order.transactionId ?? '', order.outTradeNo],
    ...['simulator', 'NATIVE', refund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', yuan(paid), '0.00'],
    ...given,
    ...['GPULease 余额充值', order.attach ?? '', '0.00000', '0.60%', yuan(paid), back, ''],
  ]);
}

const marked = (values: readonly string[]) => values.map((value) => `\`${value}`).join(',');
const yuan = (fen: number) => (fen / 100).toFixed(2);

/** Returns the calendar day of an instant in Shanghai. */
function dayOf(instant: string): string {
  return inShanghai(instant).slice(0, 10);
}

function inShanghai(instant: string): string {
  return new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString();
}
