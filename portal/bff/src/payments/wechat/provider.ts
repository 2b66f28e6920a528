/** WeChat Pay, API v3, Native: the customer scans a QR code. */
import * as z from 'zod';
import { HOUR_MS, type Clock } from '../../clock.ts';
import type { Payment, PaymentProvider, RefundRequest, RefundState } from '../payment-provider.ts';
import { parseBill } from './bill.ts';
import { createWeChatClient, WeChatError, type Call, type WeChatClient } from './client.ts';
import { paymentState, refund, refundState, refuseForeign, transaction } from './messages.ts';
import type { WeChatSettings } from './settings.ts';

const created = z.object({ code_url: z.string().min(1) });
const billAddress = z.object({ download_url: z.url(), hash_value: z.string() });

/** Refusals of a refund that a retry cannot change. */
const finalRefusals: ReadonlySet<string> = new Set([
  'INVALID_REQUEST',
  'PARAM_ERROR',
  'NO_AUTH',
  'RESOURCE_NOT_EXISTS',
  'MCH_NOT_EXISTS',
  'USER_ACCOUNT_ABNORMAL',
]);
/** The reason shown to the customer is limited to 80 bytes. */
const REASON_CHARACTERS = 26;

export function createWeChatProvider(settings: WeChatSettings, clock: Clock): PaymentProvider {
  const client = createWeChatClient(settings, clock);
  const { merchantId } = settings;
  const pathOf = (outTradeNo: string) =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`;
  return {
    async create(payment) {
      const body = order(payment, settings);
      const answer = await client.call({ method: 'POST', path: '/v3/pay/transactions/native', body });
      return created.parse(answer).code_url;
    },

    async query(outTradeNo) {
      const path = `${pathOf(outTradeNo)}?mchid=${merchantId}`;
      const answer = await unless(client, { method: 'GET', path }, ['ORDER_NOT_EXIST']);
      if (answer === undefined) return { state: 'NOTPAY' };
      const told = transaction.parse(answer);
      refuseForeign(told, settings);
      return paymentState(told);
    },

    async close(outTradeNo) {
      const path = `${pathOf(outTradeNo)}/close`;
      const over = ['ORDER_NOT_EXIST', 'ORDER_CLOSED', 'ORDERCLOSED', 'ORDERPAID'];
      await unless(client, { method: 'POST', path, body: { mchid: merchantId } }, over);
    },

    async refund(request) {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(request.outRefundNo)}`;
      const known = await unless(client, { method: 'GET', path }, ['RESOURCE_NOT_EXISTS']);
      return known === undefined ? askForRefund(client, request, settings) : refundState(refund.parse(known));
    },

    async bill(day) {
      const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
      const answer = await unless(client, { method: 'GET', path }, ['NO_STATEMENT_EXIST']);
      if (answer === undefined) return [];
      const { download_url: address, hash_value: sha1 } = billAddress.parse(answer);
      return parseBill(await client.download(address, sha1));
    },
  };
}

/** Returns the response, or undefined if WeChat refuses with one of these codes. */
async function unless(client: WeChatClient, call: Call, codes: readonly string[]): Promise<unknown> {
  try {
    return await client.call(call);
  } catch (error) {
    if (error instanceof WeChatError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

function order({ outTradeNo, amount, expiresAt, userId }: Payment, settings: WeChatSettings): object {
  return {
    appid: settings.appId,
    mchid: settings.merchantId,
    description: 'GPULease 余额充值',
    out_trade_no: outTradeNo,
    time_expire: inShanghai(expiresAt),
    notify_url: settings.notifyUrl,
    attach: userId,
    amount: { total: Number(amount), currency: 'CNY' },
  };
}

async function askForRefund(
  client: WeChatClient,
  request: RefundRequest,
  { notifyUrl }: WeChatSettings,
): Promise<RefundState> {
  const body = {
    out_trade_no: request.outTradeNo,
    out_refund_no: request.outRefundNo,
    reason: request.reason.slice(0, REASON_CHARACTERS),
    notify_url: notifyUrl,
    amount: { refund: Number(request.amount), total: Number(request.total), currency: 'CNY' },
  };
  const path = '/v3/refund/domestic/refunds';
  try {
    return refundState(refund.parse(await client.call({ method: 'POST', path, body })));
  } catch (error) {
    if (!(error instanceof WeChatError)) throw error;
    return { state: finalRefusals.has(error.code) ? 'FAILED' : 'PROCESSING', note: error.message };
  }
}

/** Formats a time as RFC 3339 in Shanghai's time zone, to the second. */
function inShanghai(at: Date): string {
  return `${new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 19)}+08:00`;
}
