/** What came in and what was used. */
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
  /** What the wallet got (RECHARGE) or gave (DEDUCTION); negative for a refund of usage. */
  amount: yuan,
  /** What was paid; null for usage. */
  paymentAmount: yuan.nullable(),
  operator: z.string().nullable(),
  remark: z.string(),
  /** Why money of a reserved term came back, or went back to where it came from without a remark; null for all other records. */
  refundReason: z.enum(refundReasons).nullable(),
  workload: z.string().nullable(),
  /** When it was booked; of usage, when the newest part of its day ended. */
  date: timestamp,
  /** The day of Asia/Shanghai that usage is of; null for all that happens at a moment. */
  day: z.iso.date().nullable(),
  successTime: timestamp.nullable(),
  balanceAfter: yuan.meta({
    description:
      'Yuan, two decimals. For a day of usage, the balance after its last charge; charges of other workloads may lie between.',
  }),
});

/** Sums of the records that a filter leaves. */
export const billingTotals = z.strictObject({
  /** What was paid in. */
  recharged: yuan,
  /** What operators gave. */
  credited: yuan,
  /** What went out, less refunds of usage. */
  deducted: yuan,
  /** The part of it that machines used; the rest went back to who paid it, or was taken by an operator. */
  used: yuan,
});

const period = { from: day.optional(), to: day.optional() };

/** The order of one machine. Its name is that of earlier and later machines, too. */
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

/** Usage of one workload on one day of Asia/Shanghai, its hourly lines under it. */
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

/** What was recharged, less what went back, and what was used on each day of Asia/Shanghai and by the machines that cost most. */
export const billingSummary = z.strictObject({
  recharged: yuan,
  /** What operators gave, less what they took. */
  adjusted: yuan,
  used: yuan,
  days: z.array(z.strictObject({ day: z.iso.date(), recharged: yuan, used: yuan })),
  /** Up to ten, by name, the dearest first: machines that had a name one after the other count as one. */
  workloads: z.array(z.strictObject({ workload: z.string(), used: yuan })),
});
/** The last thirty days unless asked otherwise; a year at the most. */
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
  /** What the wallet gets. */
  amount: yuan,
  /** What is asked for. */
  paymentAmount: yuan,
  /** What was paid; another amount than asked for is QUARANTINED. null while nothing was. */
  receivedAmount: yuan.nullable(),
  /** What of it was given back. */
  refundedAmount: yuan,
  /** What the QR code holds; null until the provider has answered, and once it cannot be paid. */
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
