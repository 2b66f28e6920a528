/** WeChat's trade bill: CSV whose values begin with a backtick, followed by a line of titles and a line of sums. */
import { parseAmount } from '@gpulease/contract/money';
import type { BillLine } from '../payment-provider.ts';

const SUMS_TITLE = '总交易单数';

/** Returns the payments and refunds of a bill. Throws if the text is not a bill. */
export function parseBill(text: string): BillLine[] {
  const [titles = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = titles.split(',');
  const read = (values: readonly string[], title: string) => {
    const index = columns.indexOf(title);
    if (index < 0) throw new Error(`The bill of WeChat Pay has no column ${title}.`);
    return values[index] ?? '';
  };
  const end = rest.findIndex((line) => line.startsWith(SUMS_TITLE));
  const lines = rest.slice(0, end < 0 ? undefined : end).filter((line) => line.startsWith('`'));
  // Values contain no backtick but may contain commas.
  const rows = lines.map((line) => line.slice(1).split(',`'));
  return rows.flatMap((values) => lineOf((title) => read(values, title)));
}

function lineOf(read: (title: string) => string): BillLine[] {
  const outTradeNo = read('商户订单号');
  const state = read('交易状态');
  if (state === 'SUCCESS') {
    const amount = parseAmount(read('订单金额'));
    return [{ kind: 'PAYMENT', outTradeNo, amount, userId: read('商户数据包') }];
  }
  if (state !== 'REFUND') return [];
  const amount = parseAmount(read('申请退款金额'));
  const [outRefundNo, isDone] = [read('商户退款单号'), read('退款状态') === 'SUCCESS'];
  return [{ kind: 'REFUND', outTradeNo, outRefundNo, amount, isDone }];
}
