/** A simulator of WeChat Pay (API v3, Native) that speaks its real protocol over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally } from '../http-server.ts';
import { answerTo, payOrder, type WeChatPayAnswer, type RefundMode, type WeChatPayParts } from './api.ts';
import { openBooks, type Order, type Refund } from './books.ts';
import { systemClock, type Clock } from './clock.ts';
import { isFromMerchant, readKeys, signedHeaders, type Keys, type Received } from './keys.ts';
import type { MerchantFiles } from './merchant-files.ts';
import { refundCallback, transactionMessage } from './messages.ts';
import { createNotifier, type Callback, type CallbackFaults, type Forgery } from './notifier.ts';
import { answerSandbox, type SandboxEvents } from './sandbox.ts';

export interface WeChatPayOptions {
  readonly files: MerchantFiles;
  readonly port?: number;
  readonly clock?: Clock;
  /** File that stores its books. */
  readonly booksPath?: string;
}

/** All faults, which tests can enable. */
interface Faults extends CallbackFaults {
  /** Accepts requests but never responds. */
  hang: boolean;
  /** Rejects requests, as if the merchant's certificate had expired. */
  refuse: boolean;
  refunds: RefundMode;
}

export interface WeChatPay extends SandboxEvents {
  readonly url: string;
  readonly keys: Keys;
  readonly faults: Faults;
  /** Received requests, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Resends the callback of a payment, optionally forged; returns the HTTP status. */
  callBack(outTradeNo: string, forgery?: Forgery): Promise<number>;
  /** Completes a pending refund. */
  settleRefund(outRefundNo: string, state: 'SUCCESS' | 'CLOSED' | 'ABNORMAL'): void;
  /** Deletes the order or refund with the merchant's number, as if it had never existed. */
  forget(number: string): void;
  stop(): Promise<void>;
}

const noFaults = { hang: false, refuse: false, refunds: 'at once' as RefundMode };

export async function startWeChatPay(options: WeChatPayOptions): Promise<WeChatPay> {
  const { files, port = 0, clock = systemClock, booksPath } = options;
  const keys = readKeys(files);
  const books = openBooks(booksPath);
  const notifier = createNotifier(keys, clock);
  const faults: Faults = Object.assign(notifier.faults, noFaults);
  const requests: string[] = [];
  const endRefund = (refund: Refund, state: Refund['state']) => {
    refund.state = state;
    notifier.notify(refundEvent(world, refund));
  };
  const world: WeChatPayParts = {
    books,
    keys,
    clock,
    faults,
    origin: () => url,
    onRefund: (refund) => endRefund(refund, 'SUCCESS'),
  };
  const pay: SandboxEvents['pay'] = (codeUrl, paying = {}) => {
    const order = [...books.orders.values()].find((one) => one.codeUrl === codeUrl);
    if (!payOrder(world, order, paying)) return false;
    books.save();
    notifier.notify(paymentEvent(world, order));
    return true;
  };
  const refundByHand: SandboxEvents['refundByHand'] = (asked) => {
    const refund: Refund = { ...asked, at: clock.now().toISOString(), state: 'PROCESSING' };
    books.refunds.set(refund.outRefundNo, refund);
    endRefund(refund, 'SUCCESS');
  };
  const server = createServer((request, response) => {
    void serve(request, response, (received) => {
      requests.push(`${received.method} ${received.url}`);
      if (faults.hang) return undefined;
      const answer = answerAny(world, received, { pay, refundByHand });
      books.save();
      return answer;
    }).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${await listenLocally(server, port)}`;
  return {
    url,
    keys,
    faults,
    requests,
    pay,
    callBack: (outTradeNo, forgery) =>
      notifier.send(paymentEvent(world, get(books.orders, outTradeNo)), forgery),
    settleRefund: (outRefundNo, state) => endRefund(get(books.refunds, outRefundNo), state),
    refundByHand,
    forget(number) {
      books.orders.delete(number);
      books.refunds.delete(number);
    },
    stop: () => closeServer(server),
  };
}

function get<T>(entries: ReadonlyMap<string, T>, number: string): T {
  const entry = entries.get(number);
  if (!entry) throw new Error(`There is no order or refund ${number}`);
  return entry;
}

function paymentEvent({ keys }: WeChatPayParts, order: Order): Callback {
  return { to: order.notifyUrl, type: 'TRANSACTION.SUCCESS', content: transactionMessage(order, keys) };
}

function refundEvent({ books, keys }: WeChatPayParts, refund: Refund): Callback {
  const order = books.orders.get(refund.outTradeNo);
  if (!order) throw new Error(`Refund ${refund.outRefundNo} is of no order`);
  return {
    to: order.notifyUrl,
    type: `REFUND.${refund.state}`,
    content: refundCallback(refund, order, keys),
  };
}

interface Signed extends WeChatPayAnswer {
  readonly headers: Record<string, string>;
}

/** Handles any request. Only the sandbox's routes need no signature. */
function answerAny(world: WeChatPayParts, received: Received, happenings: SandboxEvents): Signed {
  if (received.method === 'POST' && received.url.startsWith('/sandbox/'))
    return { ...answerSandbox(world, happenings, received), headers: {} };
  const isWelcome = isFromMerchant(received, world.keys) && !world.faults.refuse;
  const answer: WeChatPayAnswer = isWelcome
    ? answerTo(world, received)
    : { status: 401, body: { code: 'SIGN_ERROR', message: 'The signature is wrong' } };
  const body = textOf(answer);
  const isAskedForPublicMode = received.headers['wechatpay-serial'] === world.keys.publicMode.serial;
  const key = isAskedForPublicMode ? world.keys.publicMode : world.keys.certificate;
  return { ...answer, headers: signedHeaders(body, key, world.clock.now()) };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (received: Received) => Signed | undefined,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const answered = answer({ method, url, headers, body: await text(request) });
  if (answered) response.writeHead(answered.status, answered.headers).end(textOf(answered));
}

function textOf({ body }: WeChatPayAnswer): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
