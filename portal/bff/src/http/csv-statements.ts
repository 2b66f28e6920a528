/** Lists as CSV for people: translated columns and values, in China time. Defines the lists about money. Pure. */
import type { Reconciliation } from '@gpulease/contract/reconciliation';
import type { Language } from '@gpulease/contract/enums';
import { methods, states, status, user } from './csv-columns.ts';
import { lists } from './csv-lists.ts';
import { column, money, statement, time, words, type Statement, type StatementColumn } from './csv-words.ts';
import type { CsvFile, CsvRow } from './csv.ts';

const workload = column('workload', '实例', 'Instance');
const day = column('day', '日期', 'Day');
const operator = column('operator', '操作人', 'Operator');
const method = column('method', '支付方式', 'Payment method', methods);
const recharge = column('recharge', '充值单号', 'Payment number');
const refund = column('id', '退款单号', 'Refund number');
const reason = column('reason', '退款原因', 'Reason');

const refundReasons = {
  CANCELLED: words('提前退订', 'Term canceled'),
  NOT_DELIVERED: words('未能按时交付', 'Not delivered'),
  OUTAGE: words('平台原因停机补偿', 'Credit for downtime'),
  NOT_PLACEABLE: words('平台无法继续提供', 'No longer available'),
  OWED: words('扣除超出余额的退款', 'Deducted for a refund that exceeded the balance'),
  AT_PROVIDER: words('原路退款', 'Refunded to the original payment method'),
  GPU_FAULT: words('GPU 故障补偿', 'Credit for a broken GPU'),
};

const records = statement('收支明细', 'billing-records', [
  column('id', '流水号', 'Number'),
  time('date', '时间', 'Time'),
  day,
  user,
  column('type', '类型', 'Type', states('billing')),
  money('amount', '金额', 'Amount'),
  money('balanceAfter', '余额', 'Balance after'),
  workload,
  column('paymentMethod', '支付方式', 'Payment method', methods),
  money('paymentAmount', '支付金额', 'Paid'),
  column('refundReason', '退款原因', 'Refund reason', refundReasons),
  time('successTime', '到账时间', 'Credited at'),
  operator,
  column('remark', '备注', 'Remark'),
]);

const recharges = statement('充值记录', 'payments', [
  column('id', '充值单号', 'Payment number'),
  time('createdAt', '创建时间', 'Created at'),
  user,
  status(states('recharge')),
  method,
  money('amount', '到账金额', 'Credited'),
  money('paymentAmount', '应付金额', 'Asked for'),
  money('receivedAmount', '实收金额', 'Received'),
  money('refundedAmount', '已退金额', 'Refunded'),
  time('paidAt', '支付时间', 'Paid at'),
  column('transactionId', '支付平台交易号', 'Transaction'),
]);

/** Describes a payment or refund that differs between our books and the provider's bill. */
function differenceIn(
  { kind, id, booked, billed }: Reconciliation['differences'][number],
  language: Language,
): string {
  const what = { PAYMENT: words('支付', 'Payment'), REFUND: words('退款', 'Refund') }[kind];
  const nothing = words('无', 'nothing')[language];
  const [ours, theirs] = [booked ?? nothing, billed ?? nothing];
  return words(
    `${what.zh} ${id}：本系统 ${ours}，账单 ${theirs}`,
    `${what.en} ${id}: ${ours} here, ${theirs} in the statement`,
  )[language];
}

const differencesIn = ({ differences }: Reconciliation, language: Language) =>
  differences.map((one) => differenceIn(one, language)).join('; ');

const moneyLists: Readonly<Record<string, Statement>> = {
  listBillingRecords: records,
  listBillings: records,
  listUsage: statement('用量', 'usage', [
    day,
    workload,
    money('amount', '金额', 'Amount'),
    column('seconds', '时长（秒）', 'Duration (seconds)'),
  ]),
  listRecharges: recharges,
  listAllRecharges: recharges,
  listRefunds: statement('退款记录', 'refunds', [
    refund,
    time('createdAt', '申请时间', 'Requested at'),
    user,
    recharge,
    status(states('refund')),
    method,
    money('amount', '退款金额', 'Amount'),
    reason,
    operator,
    time('finishedAt', '完成时间', 'Finished at'),
  ]),
  listReceivables: statement('待扣款项', 'receivables', [
    refund,
    time('createdAt', '产生时间', 'Created at'),
    user,
    recharge,
    status(states('receivable')),
    money('amount', '金额', 'Amount'),
    money('collected', '已扣金额', 'Collected'),
    money('writtenOff', '已核销金额', 'Written off'),
    money('open', '待扣金额', 'Outstanding'),
    reason,
    time('settledAt', '结清时间', 'Settled at'),
  ]),
  listReconciliations: statement('对账', 'reconciliation', [
    day,
    method,
    column('payments', '支付笔数', 'Payments'),
    column('refunds', '退款笔数', 'Refunds'),
    time('finishedAt', '对账时间', 'Compared at'),
    column('differences', '差异', 'Differences', differencesIn),
  ]),
};

export const statements: Readonly<Record<string, Statement>> = { ...lists, ...moneyLists };

interface StatementRequest {
  /** The properties of the list's items. */
  readonly values: readonly string[];
  readonly language: Language;
  /** The date in the file's name. */
  readonly today: string;
  /** The columns that the console shows, separated by commas; all by default. */
  readonly columns?: string | undefined;
}

/**
 * Returns a list's file in a language; undefined for lists without a statement. Lists about money always have all columns,
 * since bookkeeping needs numbers and times that the console hides.
 */
export function statementOf(
  list: string,
  { values, language, today, columns }: StatementRequest,
): CsvFile | undefined {
  const found = statements[list];
  if (found === undefined) return undefined;
  const shown = list in moneyLists ? undefined : columns?.split(',');
  const written = found.columns.filter(
    ({ key, shownAs = key, read }) =>
      (read !== undefined || values.includes(key)) && (shown?.includes(shownAs) ?? true),
  );
  return {
    name: `${found.name[language]}-${today}.csv`,
    columns: written.map(({ key, title }) => ({ key, header: title[language] })),
    inWords: (row) => ({ ...row, ...Object.fromEntries(written.map((one) => cell(one, row, language))) }),
  };
}

function cell(
  { key, isTime, values, read }: StatementColumn,
  row: CsvRow,
  language: Language,
): [string, unknown] {
  const value = read ? read(row, language) : row[key];
  if (typeof value !== 'string') return [key, value];
  if (isTime) return [key, inChina(value)];
  return [key, values?.[value]?.[language] ?? value];
}

const chinaTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Formats an instant as `2026-11-25 16:03:05`, which spreadsheets recognize as a time. */
function inChina(time: string): string {
  return chinaTime.format(new Date(time));
}
