/** The first page of the admin console. */
import * as z from 'zod';
import { alarm } from './alarms.ts';
import { billingSummary } from './billing.ts';
import { gpuCapacity } from './catalogue.ts';
import { pricingModes, workloadStatuses } from './enums.ts';
import { count, timestamp, yuan, yuanPerUnit } from './common.ts';

/** A list that leads to the whole one: how many there are, and the first ones. */
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

/** What is not as it should be, as an alarm tells it, from its first moment. */
const need = alarm
  .pick({ kind: true, subject: true, parameters: true, condition: true, acknowledgedBy: true })
  .extend({ since: timestamp });

export const overview = z.strictObject({
  /** What needs an operator, the most urgent first. Where a kind has many, they are one. */
  needs: z.array(need),
  users: z.strictObject({ total: count, active: count }),
  workloads: z.strictObject({ total: count, byStatus: z.partialRecord(z.enum(workloadStatuses), count) }),
  /** Of each region and model; what is neither allocated nor free is on nodes that take no machines. */
  gpus: z.array(z.strictObject({ region: z.string(), ...gpuCapacity.shape })),
  /** SKUs on sale that cannot be had in a region now. */
  soldOut: firstOf(z.strictObject({ sku: z.string(), region: z.string() })),
  /** What waits for a place, the oldest first, and how many wait for which reason. */
  queue: firstOf(workloadNotice).extend({ reasons: z.array(z.strictObject({ reason: z.string(), count })) }),
  /** The newest first. */
  failing: firstOf(workloadNotice),
  /** Whose money lasts for less than a day, the shortest first. */
  lowBalances: firstOf(
    z.strictObject({ username: z.string(), balance: yuan, runwayHours: z.number().min(0) }),
  ),
  /** How much money waits for somebody's decision, or for the provider. */
  openPayments: z.strictObject({
    /** Recharges whose payment is to be reviewed. */
    quarantined: count,
    /** Refunds that the provider has not paid yet. */
    pendingRefunds: count,
    /** What customers owe for refunds beyond their balance. */
    receivables: count,
    /** Days of the last week on which the books differ from a provider's bill. */
    differingDays: count,
    /** What operators have asked for that a second one has to approve. */
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
    /** By how orders are billed: the last two weeks and today. A reserved term counts on the day on which it is paid. */
    revenue: z.array(z.strictObject({ day: z.iso.date(), byMode: z.record(z.enum(pricingModes), yuan) })),
  }),
});

export type Overview = z.infer<typeof overview>;
export type Need = z.infer<typeof need>;
