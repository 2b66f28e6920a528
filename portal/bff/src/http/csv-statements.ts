/** The lists that accountants open: which columns, in words of a language, in the time of China. Pure. */
import type { Language } from '@gpulease/contract/enums';
import type { CsvFile, Row } from './csv.ts';

type Words = Readonly<Record<Language, string>>;

interface StatementColumn {
  readonly key: string;
  readonly title: Words;
  /** A moment; what is not is text, a number or a day. */
  readonly isTime?: boolean;
  /** What the values are called. */
  readonly values?: Readonly<Record<string, Words>>;
  /** What is said of each, where the value is a list. */
  readonly each?: (one: Row, language: Language) => string;
}

interface Statement {
  readonly name: Words;
  readonly columns: readonly StatementColumn[];
}

const words = (zh: string, en: string): Words => ({ zh, en });
const column = (key: string, title: Words): StatementColumn => ({ key, title });
const time = (key: string, zh: string, en: string): StatementColumn => ({
  key,
  title: words(`${zh}（北京时间）`, `${en} (China time)`),
  isTime: true,
});
const money = (key: string, zh: string, en: string): StatementColumn =>
  column(key, words(`${zh}（元）`, `${en} (CNY)`));

const user = column('user', words('用户', 'User'));
const workload = column('workload', words('实例', 'Workload'));
const day = column('day', words('日期', 'Day'));
const operator = column('operator', words('操作人', 'Operator'));
const methods = {
  ADMIN: words('管理员', 'Operator'),
  WECHAT: words('微信支付', 'WeChat Pay'),
  TEST: words('测试支付', 'Sandbox'),
};

const records: Statement = {
  name: words('收支明细', 'billing-records'),
  columns: [
    column('id', words('流水号', 'Number')),
    time('date', '时间', 'Time'),
    day,
    user,
    {
      ...column('type', words('类型', 'Type')),
      values: { RECHARGE: words('充值', 'Recharge'), DEDUCTION: words('扣费', 'Deduction') },
    },
    money('amount', '金额', 'Amount'),
    money('balanceAfter', '余额', 'Balance after'),
    workload,
    { ...column('paymentMethod', words('支付方式', 'Payment method')), values: methods },
    money('paymentAmount', '支付金额', 'Paid'),
    {
      ...column('refundReason', words('退款原因', 'Refund reason')),
      values: {
        CANCELLED: words('提前退订', 'Term canceled'),
        NOT_DELIVERED: words('未能按时交付', 'Not delivered'),
        OUTAGE: words('平台原因停机补偿', 'Credit for downtime'),
        NOT_PLACEABLE: words('平台无法继续提供', 'No longer available'),
        OWED: words('扣除超出余额的退款', 'Deducted for a refund that exceeded the balance'),
        AT_PROVIDER: words('原路退款', 'Refunded to the original payment method'),
      },
    },
    time('successTime', '到账时间', 'Credited at'),
    operator,
    column('remark', words('备注', 'Remark')),
  ],
};

const usage: Statement = {
  name: words('用量', 'usage'),
  columns: [
    day,
    workload,
    money('amount', '金额', 'Amount'),
    column('seconds', words('时长（秒）', 'Duration (seconds)')),
  ],
};

const recharges: Statement = {
  name: words('充值记录', 'recharges'),
  columns: [
    column('id', words('充值单号', 'Recharge number')),
    time('createdAt', '创建时间', 'Created at'),
    user,
    {
      ...column('status', words('状态', 'Status')),
      values: {
        PENDING: words('待支付', 'Awaiting payment'),
        PAID: words('已支付', 'Paid'),
        CLOSED: words('已关闭', 'Closed'),
        QUARANTINED: words('核对中', 'Under review'),
      },
    },
    { ...column('method', words('支付方式', 'Payment method')), values: methods },
    money('amount', '到账金额', 'Credited'),
    money('paymentAmount', '应付金额', 'Asked for'),
    money('receivedAmount', '实收金额', 'Received'),
    money('refundedAmount', '已退金额', 'Refunded'),
    time('paidAt', '支付时间', 'Paid at'),
    column('transactionId', words('支付平台交易号', 'Transaction')),
  ],
};

const refunds: Statement = {
  name: words('退款记录', 'refunds'),
  columns: [
    column('id', words('退款单号', 'Refund number')),
    time('createdAt', '申请时间', 'Requested at'),
    user,
    column('recharge', words('充值单号', 'Recharge number')),
    {
      ...column('status', words('状态', 'Status')),
      values: {
        PENDING: words('退款中', 'In progress'),
        SUCCEEDED: words('已退款', 'Refunded'),
        FAILED: words('退款失败', 'Failed'),
      },
    },
    { ...column('method', words('支付方式', 'Payment method')), values: methods },
    money('amount', '退款金额', 'Amount'),
    column('reason', words('退款原因', 'Reason')),
    operator,
    time('finishedAt', '完成时间', 'Finished at'),
  ],
};

const receivables: Statement = {
  name: words('待扣款项', 'receivables'),
  columns: [
    column('id', words('退款单号', 'Refund number')),
    time('createdAt', '产生时间', 'Created at'),
    user,
    column('recharge', words('充值单号', 'Recharge number')),
    {
      ...column('status', words('状态', 'Status')),
      values: {
        OPEN: words('待扣', 'Outstanding'),
        COLLECTED: words('已扣清', 'Collected'),
        WRITTEN_OFF: words('已核销', 'Written off'),
      },
    },
    money('amount', '金额', 'Amount'),
    money('collected', '已扣金额', 'Collected'),
    money('writtenOff', '已核销金额', 'Written off'),
    money('open', '待扣金额', 'Outstanding'),
    column('reason', words('退款原因', 'Reason')),
    time('settledAt', '结清时间', 'Settled at'),
  ],
};

const reconciliations: Statement = {
  name: words('对账', 'reconciliation'),
  columns: [
    day,
    { ...column('method', words('支付方式', 'Payment method')), values: methods },
    column('payments', words('支付笔数', 'Payments')),
    column('refunds', words('退款笔数', 'Refunds')),
    time('finishedAt', '对账时间', 'Compared at'),
    {
      ...column('differences', words('差异', 'Differences')),
      each: differenceIn,
    },
  ],
};

/** One payment or refund that the provider's bill and our books have otherwise. */
function differenceIn({ kind, id, booked, billed }: Row, language: Language): string {
  const what = { PAYMENT: words('支付', 'Payment'), REFUND: words('退款', 'Refund') }[kind as 'PAYMENT'];
  const sum = (amount: unknown) => (amount as string | null) ?? words('无', 'nothing')[language];
  const [number, ours, theirs] = [id as string, sum(booked), sum(billed)];
  return words(
    `${what.zh} ${number}：本系统 ${ours}，账单 ${theirs}`,
    `${what.en} ${number}: ${ours} here, ${theirs} in the statement`,
  )[language];
}

export const statements: Readonly<Record<string, Statement>> = {
  listBillingRecords: records,
  listBillings: records,
  listUsage: usage,
  listRecharges: recharges,
  listAllRecharges: recharges,
  listRefunds: refunds,
  listReceivables: receivables,
  listReconciliations: reconciliations,
};

/**
 * A list as a statement in a language, of those of its values that the statement has; undefined for lists that are none.
 * `today` is the day in its name.
 */
export function statementOf(
  list: string,
  { values, language, today }: { values: readonly string[]; language: Language; today: string },
): CsvFile | undefined {
  const statement = statements[list];
  if (statement === undefined) return undefined;
  const columns = statement.columns.filter(({ key }) => values.includes(key));
  return {
    name: `${statement.name[language]}-${today}.csv`,
    columns: columns.map(({ key, title }) => ({ key, header: title[language] })),
    inWords: (row) => ({ ...row, ...Object.fromEntries(columns.map((one) => cell(one, row, language))) }),
  };
}

function cell(column: StatementColumn, row: Row, language: Language): [string, unknown] {
  const { key, isTime, values, each } = column;
  const value = row[key];
  if (each) return [key, (value as Row[]).map((one) => each(one, language)).join('; ')];
  if (typeof value !== 'string') return [key, value];
  if (isTime) return [key, inChina(value)];
  return [key, values?.[value]?.[language] ?? value];
}

const chinaTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-25 16:03:05`, which spreadsheets take for a time. */
function inChina(time: string): string {
  return chinaTime.format(new Date(time));
}
