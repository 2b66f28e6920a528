/** The merchant's API: orders, refunds and the bill. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { refundedOf, type Books, type Order, type Refund } from './books.ts';
import type { Clock } from './clock.ts';
import type { Keys, Received } from './keys.ts';
import { billOf, refundMessage, transactionMessage } from './messages.ts';

export interface WeChatPayAnswer {
  readonly status: number;
  /** Absent for an empty response; strings are sent verbatim. */
  readonly body?: object | string;
}

/** Outcome of refunds: immediate, later (`settleRefund`), or rejected for lack of funds. */
export type RefundMode = 'at once' | 'later' | 'not enough';

export interface WeChatPayParts {
  readonly books: Books;
  readonly keys: Keys;
  readonly clock: Clock;
  /** `http://127.0.0.1:port` */
  readonly origin: () => string;
  readonly faults: { readonly refuse: boolean; readonly refunds: RefundMode };
  readonly onRefund: (refund: Refund) => void;
}

const refusal = (status: number, code: string, message = code): WeChatPayAnswer => ({
  status,
  body: { code, message },
});

type Handler = (world: WeChatPayParts, request: Received, id: string) => WeChatPayAnswer;

/** Method, path and handler; `id` is the group of the path. */
const routes: readonly (readonly [string, RegExp, Handler])[] = [
  ['POST', /^\/v3\/pay\/transactions\/native$/, createOrder],
  ['GET', /^\/v3\/pay\/transactions\/out-trade-no\/([\w*-]+)\?mchid=\d+$/, queryOrder],
  ['POST', /^\/v3\/pay\/transactions\/out-trade-no\/([\w*-]+)\/close$/, closeOrder],
  ['POST', /^\/v3\/refund\/domestic\/refunds$/, createRefund],
  ['GET', /^\/v3\/refund\/domestic\/refunds\/([\w*-]+)$/, queryRefund],
  ['GET', /^\/v3\/bill\/tradebill\?bill_date=([\d-]+)&bill_type=ALL$/, answerBill],
  ['GET', /^\/v3\/billdownload\/file\?token=([\d-]+)$/, sendBill],
];

/** Handles a request with a valid signature. */
export function answerTo(world: WeChatPayParts, request: Received): WeChatPayAnswer {
  for (const [method, path, handler] of routes) {
    const match = request.method === method ? path.exec(request.url) : null;
    if (match) return handler(world, request, match[1] ?? '');
  }
  return refusal(404, 'NOT_FOUND', request.url);
}

interface OrderRequest {
  appid: string;
  mchid: string;
  out_trade_no: string;
  time_expire: string;
  notify_url: string;
  attach?: string;
  amount: { total: number; currency: string };
}

function createOrder({ books, keys }: WeChatPayParts, { body }: Received): WeChatPayAnswer {
  const asked = JSON.parse(body) as OrderRequest;
  if (!isOrder(asked, keys)) return refusal(400, 'PARAM_ERROR');
  const known = books.orders.get(asked.out_trade_no);
  if (known && known.total !== asked.amount.total) return refusal(400, 'INVALID_REQUEST', 'another amount');
  if (known?.state === 'SUCCESS') return refusal(400, 'ORDERPAID');
  if (known?.state === 'CLOSED') return refusal(400, 'ORDER_CLOSED');
  const order = known ?? {
    outTradeNo: asked.out_trade_no,
    codeUrl: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}`,
    total: asked.amount.total,
    expiresAt: new Date(asked.time_expire).toISOString(),
    notifyUrl: asked.notify_url,
    attach: asked.attach ?? '',
    state: 'NOTPAY',
  };
  books.orders.set(order.outTradeNo, order);
  return { status: 200, body: { code_url: order.codeUrl } };
}

function isOrder(
  { appid, mchid, out_trade_no: id, time_expire: expiry, amount }: OrderRequest,
  keys: Keys,
): boolean {
  return (
    appid === keys.appId &&
    mchid === keys.merchantId &&
    /^[\w*-]{6,32}$/.test(id) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(expiry) &&
    Number.isSafeInteger(amount.total) &&
    amount.total > 0 &&
    amount.currency === 'CNY'
  );
}

function queryOrder({ books, keys }: WeChatPayParts, _: Received, id: string): WeChatPayAnswer {
  const order = books.orders.get(id);
  return order ? { status: 200, body: transactionMessage(order, keys) } : refusal(404, 'ORDER_NOT_EXIST');
}

function closeOrder({ books }: WeChatPayParts, _: Received, id: string): WeChatPayAnswer {
  const order = books.orders.get(id);
  if (!order) return refusal(404, 'ORDER_NOT_EXIST');
  if (order.state === 'SUCCESS' || order.state === 'REFUND') return refusal(400, 'ORDERPAID');
  order.state = 'CLOSED';
  return { status: 204 };
}

interface RefundRequest {
  out_trade_no: string;
  out_refund_no: string;
  amount: { refund: number; total: number };
}

function createRefund(world: WeChatPayParts, { body }: Received): WeChatPayAnswer {
  const { books, clock, faults, onRefund } = world;
  const asked = JSON.parse(body) as RefundRequest;
  const order = books.orders.get(asked.out_trade_no);
  if (order?.paid === undefined) return refusal(404, 'RESOURCE_NOT_EXISTS');
  const known = books.refunds.get(asked.out_refund_no);
  if (known) return { status: 200, body: refundMessage(known, order) };
  const left = order.paid - refundedOf(books, order.outTradeNo);
  if (asked.amount.refund > left || asked.amount.total !== order.paid)
    return refusal(400, 'INVALID_REQUEST', 'too much');
  if (faults.refunds === 'not enough') return refusal(403, 'NOT_ENOUGH');
  const refund: Refund = {
    outRefundNo: asked.out_refund_no,
    outTradeNo: asked.out_trade_no,
    amount: asked.amount.refund,
    at: clock.now().toISOString(),
    state: order.isPayerGone ? 'ABNORMAL' : 'PROCESSING',
  };
  books.refunds.set(refund.outRefundNo, refund);
  const answer = { status: 200, body: refundMessage(refund, order) };
  if (faults.refunds === 'at once' && !order.isPayerGone) onRefund(refund);
  return answer;
}

function queryRefund({ books }: WeChatPayParts, _: Received, id: string): WeChatPayAnswer {
  const refund = books.refunds.get(id);
  const order = refund && books.orders.get(refund.outTradeNo);
  return refund && order
    ? { status: 200, body: refundMessage(refund, order) }
    : refusal(404, 'RESOURCE_NOT_EXISTS');
}

function answerBill({ books, keys, origin }: WeChatPayParts, _: Received, day: string): WeChatPayAnswer {
  const bill = billOf(books, day, keys);
  if (bill === undefined) return refusal(400, 'NO_STATEMENT_EXIST');
  const download = {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(bill).digest('hex'),
    download_url: `${origin()}/v3/billdownload/file?token=${day}`,
  };
  return { status: 200, body: download };
}

function sendBill({ books, keys }: WeChatPayParts, _: Received, day: string): WeChatPayAnswer {
  return { status: 200, body: billOf(books, day, keys) ?? '' };
}

/** Marks an order as paid. Returns false if it is missing, already paid, or closed or expired without `isLate`. */
export function payOrder(
  { clock }: Pick<WeChatPayParts, 'clock'>,
  order: Order | undefined,
  { amount, isLate }: { readonly amount?: number | undefined; readonly isLate?: boolean | undefined },
): order is Order {
  if (!order || order.state === 'SUCCESS' || order.state === 'REFUND') return false;
  const isOver = order.state === 'CLOSED' || new Date(order.expiresAt) <= clock.now();
  if (isOver && !isLate) return false;
  order.state = 'SUCCESS';
  order.paid = amount ?? order.total;
  order.paidAt = clock.now().toISOString();
  order.transactionId = `42000${Array.from({ length: 23 }, () => randomInt(10)).join('')}`;
  return true;
}
