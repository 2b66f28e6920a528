/** Actions of customers and clerks at WeChat Pay, triggered by the sandbox and the demo. They need no signature. */
import { randomBytes } from 'node:crypto';
import type { WeChatPayAnswer, WeChatPayParts } from './api.ts';
import type { Refund } from './books.ts';
import type { Received } from './keys.ts';

interface Paying {
  /** The order's amount by default. */
  readonly amount?: number | undefined;
  /** Whether the payment succeeds even if the order is closed or expired. */
  readonly isLate?: boolean;
}

/** Actions outside the merchant's control. Amounts are in fen. */
export interface SandboxEvents {
  /** Pays the order of a QR code, like a customer's phone. Returns false if the payment is rejected. */
  pay(codeUrl: string, paying?: Paying): boolean;
  /** Refunds a payment, like a clerk in WeChat's console. */
  refundByHand(refund: Pick<Refund, 'outRefundNo' | 'outTradeNo' | 'amount'>): void;
}

const notFound: WeChatPayAnswer = { status: 404 };
const taken: WeChatPayAnswer = { status: 204 };

/** Answers `/sandbox/pay`, `/sandbox/refund` and `/sandbox/close-account`. */
export function answerSandbox(
  { books }: Pick<WeChatPayParts, 'books'>,
  happenings: SandboxEvents,
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
