/** The first page of the admin console. */
import * as z from 'zod';
import { alarm } from './alarms.ts';
import { billingSummary } from './billing.ts';
import { gpuCapacity } from './catalogue.ts';
import { pricingModes, workloadStatuses } from './enums.ts';
import { count, timestamp, yuan, yuanPerUnit } from './common.ts';

/** Returns the schema of a list's excerpt: the total, and the first items. */
function firstOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ total: count, items: z.array(item) });
}

const workloadNotice = z.strictObject({
  user: z.string(),
  name: z.string(),
  region: z.string(),
  sku: z.string(),
  reason: z.string(),
  message: z.string(),
  since: timestamp,
});

/** A problem, described as in its alarm but shown from the moment it is first seen. */
const need = alarm
  .pick({ kind: true, subject: true, parameters: true, condition: true, acknowledgedBy: true })
  .extend({ since: timestamp });

export const overview = z.strictObject({
  /** Problems that need an operator, most urgent first. Many of one kind are merged into one. */
  needs: z.array(need),
  users: z.strictObject({ total: count, active: count }),
  workloads: z.strictObject({ total: count, byStatus: z.partialRecord(z.enum(workloadStatuses), count) }),
  /** Per region and model; GPUs that are neither allocated nor free are on nodes that take no machines. */
  gpus: z.array(z.strictObject({ region: z.string(), ...gpuCapacity.shape })),
  /** SKUs on sale that are sold out in a region. */
  soldOut: firstOf(z.strictObject({ sku: z.string(), region: z.string() })),
  /** Workloads waiting for placement, oldest first, and their number by reason. */
  queue: firstOf(workloadNotice).extend({ reasons: z.array(z.strictObject({ reason: z.string(), count })) }),
  /** Newest first. */
  failing: firstOf(workloadNotice),
  /** Customers whose money lasts less than a day, shortest first. */
  lowBalances: firstOf(
    z.strictObject({ username: z.string(), balance: yuan, runwayHours: z.number().min(0) }),
  ),
  /** Numbers of payments that await an operator's decision or the provider. */
  openPayments: z.strictObject({
    /** Recharges whose payment needs review. */
    quarantined: count,
    /** Refunds that the provider has not paid yet. */
    pendingRefunds: count,
    /** Customers' debts for refunds beyond their balance. */
    receivables: count,
    /** Days of the last week on which the books differ from a provider's bill. */
    differingDays: count,
    /** Operators' requests that await a second operator's approval. */
    approvals: count,
  }),
  money: z.strictObject({
    rechargedToday: yuan,
    rechargedThisMonth: yuan,
    usageToday: yuan,
    usageThisMonth: yuan,
    burnPerHour: yuanPerUnit,
    /** The last 24 hours. */
    hours: z.array(z.strictObject({ hour: timestamp, used: yuan })),
    /** The last 30 days. */
    days: billingSummary.shape.days,
    /** By pricing mode: the last two weeks and today. A reserved term counts on the day on which it is paid. */
    revenue: z.array(z.strictObject({ day: z.iso.date(), byMode: z.record(z.enum(pricingModes), yuan) })),
  }),
});

export type Overview = z.infer<typeof overview>;
export type Need = z.infer<typeof need>;
