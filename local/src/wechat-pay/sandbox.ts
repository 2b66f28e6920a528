/** What customers and clerks do at WeChat Pay itself, for the sandbox and the demo to make happen: no signature is asked for. */
import { randomBytes } from 'node:crypto';
import type { WeChatPayAnswer, WeChatPayParts } from './api.ts';
import type { Refund } from './books.ts';
import type { Received } from './keys.ts';

interface Paying {
  /** What was asked for unless told. */
  readonly amount?: number | undefined;
  /** Goes through although the order is closed or over. */
  readonly isLate?: boolean;
}

/** What can happen without the merchant. Amounts are fen. */
export interface Happenings {
  /** What a customer's phone does with a QR code. False when it is refused. */
  pay(codeUrl: string, paying?: Paying): boolean;
  /** Somebody gives money back in WeChat's own console. */
  refundByHand(refund: Pick<Refund, 'outRefundNo' | 'outTradeNo' | 'amount'>): void;
}

const notFound: WeChatPayAnswer = { status: 404 };
const taken: WeChatPayAnswer = { status: 204 };

/** Answers `/sandbox/pay`, `/sandbox/refund` and `/sandbox/close-account`. */
export function answerSandbox(
  { books }: Pick<WeChatPayParts, 'books'>,
  happenings: Happenings,
  { url, body }: Received,
): WeChatPayAnswer {
  const asked = JSON.parse(body) as { code_url?: string; out_trade_no?: string; amount?: number };
  const { code_url: codeUrl = '', out_trade_no: outTradeNo = '', amount } = asked;
  if (url === '/sandbox/pay') return happenings.pay(codeUrl, { amount }) ? taken : { status: 409 };
  const order = books.orders.get(outTradeNo);
  if (!order) return notFound;
  if (url === '/sandbox/close-account') {
    order.isPayerGone = true;
    return taken;
  }
  if (url !== '/sandbox/refund') return notFound;
  const outRefundNo = randomBytes(16).toString('hex');
  happenings.refundByHand({ outRefundNo, outTradeNo, amount: amount ?? order.total });
  return taken;
}
