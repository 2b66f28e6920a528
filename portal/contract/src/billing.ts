/** Billing records, usage and recharges. */
import * as z from 'zod';
import { DAY_MS } from './durations.ts';
import { billingTypes, paymentMethods, rechargeStatuses, refundReasons } from './enums.ts';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { amount, day, reference } from './validation.ts';

export const billingRecord = z.strictObject({
  id: z.string(),
  user: z.string(),
  type: z.enum(billingTypes),
  /** null for usage. */
  paymentMethod: z.enum(paymentMethods).nullable(),
  /** Amount credited to the wallet (RECHARGE) or debited (DEDUCTION); negative for a refund of usage. */
  amount: yuan,
  /** Amount paid; null for usage. */
  paymentAmount: yuan.nullable(),
  operator: z.string().nullable(),
  remark: z.string(),
  /** Why money was refunded or collected without an operator's remark; null for all other records. */
  refundReason: z.enum(refundReasons).nullable(),
  workload: z.string().nullable(),
  /** When it was booked; for usage, the end of the day's latest charge. */
  date: timestamp,
  /** Day of the usage in Asia/Shanghai; null for all other records. */
  day: z.iso.date().nullable(),
  successTime: timestamp.nullable(),
  balanceAfter: yuan.meta({
    description:
      'Yuan, two decimals. For a day of usage, the balance after its last charge; charges of other workloads may lie between.',
  }),
});

/** Sums over the records that match a filter. */
export const billingTotals = z.strictObject({
  /** Paid in by customers. */
  recharged: yuan,
  /** Credited by operators. */
  credited: yuan,
  /** Deducted, less refunds of usage. */
  deducted: yuan,
  /** Part of the deductions that machines used; the rest was refunded to the payer or debited by an operator. */
  used: yuan,
});

const period = { from: day.optional(), to: day.optional() };

/** The order of one machine, whose name earlier and later machines may share. */
const ofOrder = z.uuid().meta({ description: 'The `orderId` of a workload.' });

export const billingRecordQuery = listQuery(['date', 'amount'], {
  ...period,
  type: z.enum(billingTypes).optional(),
  paymentMethod: z.enum(paymentMethods).optional(),
  workload: reference.optional(),
  order: ofOrder.optional(),
});

export const billingsQuery = listQuery(['date', 'amount'], {
  ...period,
  search,
  user: reference.optional(),
  workload: reference.optional(),
  order: ofOrder.optional(),
  type: z.enum(billingTypes).optional(),
  paymentMethod: z.enum(paymentMethods).optional(),
});

/** Usage of one workload on one day of Asia/Shanghai, with its hourly lines. */
export const usage = z.strictObject({
  workload: z.string(),
  day: z.iso.date(),
  amount: yuan,
  seconds: z.int().min(0),
  lines: z.array(
    z.strictObject({ id: z.string(), from: timestamp, to: timestamp, amount: yuan, balanceAfter: yuan }),
  ),
});
export const usageQuery = listQuery(['day'], { ...period, workload: reference.optional() });

const LONGEST_SUMMARY_DAYS = 366;

/** Recharges less refunds, and usage by day of Asia/Shanghai and by the most expensive machines. */
export const billingSummary = z.strictObject({
  recharged: yuan,
  /** Operators' credits less their debits. */
  adjusted: yuan,
  used: yuan,
  days: z.array(z.strictObject({ day: z.iso.date(), recharged: yuan, used: yuan })),
  /** Up to ten, most expensive first; successive machines with the same name count as one. */
  workloads: z.array(z.strictObject({ workload: z.string(), used: yuan })),
});
/** Defaults to the last thirty days; at most a year. */
export const billingSummaryQuery = z.strictObject(period).refine(
  ({ from, to }) => {
    if (from === undefined) return true;
    const days = (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / DAY_MS;
    return days >= -1 && days <= LONGEST_SUMMARY_DAYS;
  },
  { message: 'outOfRange', path: ['from'] },
);

export const rechargeRequest = z.strictObject({ amount, method: z.enum(paymentMethods).exclude(['ADMIN']) });

export const recharge = z.strictObject({
  id: z.string(),
  method: z.enum(paymentMethods),
  status: z.enum(rechargeStatuses),
  /** Amount credited to the wallet. */
  amount: yuan,
  /** Amount to pay. */
  paymentAmount: yuan,
  /** Amount paid, null until then; a recharge paid with a wrong amount is QUARANTINED. */
  receivedAmount: yuan.nullable(),
  /** Part of it that was refunded. */
  refundedAmount: yuan,
  /** Content of the QR code; null until the provider responds, and once it can no longer be paid. */
  codeUrl: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  paidAt: timestamp.nullable(),
});
export const rechargeQuery = listQuery(['createdAt', 'amount'], {
  status: z.enum(rechargeStatuses).optional(),
});
export const rechargeParams = z.strictObject({ id: z.string().min(1).max(64) });

export type BillingTotals = z.infer<typeof billingTotals>;
export type BillingRecord = z.infer<typeof billingRecord>;
export type Usage = z.infer<typeof usage>;
export type BillingSummary = z.infer<typeof billingSummary>;
export type Recharge = z.infer<typeof recharge>;
