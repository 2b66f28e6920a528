/** What operators see and do beyond the catalogue. */
import * as z from 'zod';
import { billingSummary, recharge } from './billing.ts';
import {
  activityStatuses,
  approvalDecisions,
  approvalKinds,
  approvalStatuses,
  jobNames,
  jobStatuses,
  auditActions,
  auditOutcomes,
  inviteCodeStatuses,
  nodeStatuses,
  paymentMethods,
  quarantineDecisions,
  receivableStatuses,
  rechargeStatuses,
  refundDecisions,
  refundSources,
  refundStatuses,
  roles,
  workloadStatuses,
} from './enums.ts';
import { gpuCapacity } from './catalog.ts';
import {
  platformCheckNames,
  platformFindings,
  platformStatuses,
  type PlatformFinding,
} from './platform-checks.ts';
import { conditionParameters, count, listQuery, search, timestamp, yuan, yuanPerUnit } from './common.ts';
import {
  amount,
  day,
  email,
  instant,
  phone,
  reason,
  reference,
  signedAmount,
  username,
  wholeNumber,
} from './validation.ts';

export const user = z.strictObject({
  username: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(activityStatuses),
  /** null for ADMIN, who has no wallet. */
  balance: yuan.nullable(),
  /** Of the balance, what is not put aside for orders. null for ADMIN. */
  available: yuan.nullable(),
  /** For refunds beyond the balance; what is credited goes there first. null for ADMIN. */
  owed: yuan.nullable(),
  workloads: count,
  /** Whether signing in asks for a code of an authenticator app, too. */
  secondFactor: z.boolean(),
  createdAt: timestamp,
  lastLoginAt: timestamp.nullable(),
});
export const userQuery = listQuery(['createdAt', 'username', 'lastLoginAt', 'balance', 'workloads'], {
  search,
  role: z.enum(roles).optional(),
  status: z.enum(activityStatuses).optional(),
  /** Whose money lasts for less than a day. */
  funds: z.literal('LOW').optional(),
});
export const userParams = z.strictObject({ username: reference });
export const userStatusChange = z.strictObject({ status: z.enum(activityStatuses), reason });
export const sessionsRevocation = z.strictObject({ reason });
export const secondFactorRemoval = z.strictObject({ reason });
/** All tokens of the user where no name is given. */
export const apiTokensRevocation = z.strictObject({ name: reference.optional(), reason });

/** What an operator changes of an account; what is absent stays. */
export const userChange = z.strictObject({ phone: phone.optional(), email: email.nullable().optional() });
export const adminCreation = z.strictObject({ username });
/** The password is shown this once and has to be changed at the first sign-in. */
export const adminCreated = z.strictObject({ username: z.string(), password: z.string() });

export const auditEntry = z.strictObject({
  id: z.string(),
  at: timestamp,
  /** Username; null for nobody known. */
  actor: z.string().nullable(),
  action: z.enum(auditActions),
  /** A username, `username/workload`, an object of the catalogue, the id of a recharge or a revoked invite code. */
  subject: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** What was asked for; of an object of the catalogue that was changed, `changes`: each field with `from` and `to`. */
  details: z.record(z.string(), z.unknown()),
});
const period = { from: day.optional(), to: day.optional() };
export const auditQuery = listQuery(['at'], {
  /** Who acted, or whom or what it was done to. */
  search,
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  ...period,
});

/** Refused sign-ins of an hour to one account from one network. */
export const signInRefusal = z.strictObject({
  id: z.string(),
  lastAt: timestamp,
  action: z.enum(auditActions),
  /** null where there is no such account. */
  username: z.string().nullable(),
  network: z.string(),
  tries: count,
});
export const signInRefusalQuery = listQuery(['lastAt', 'tries'], { search, ...period });

export const inviteCode = z.strictObject({
  code: z.string(),
  status: z.enum(inviteCodeStatuses),
  expirationDate: timestamp,
  usedBy: z.string().nullable(),
  usedAt: timestamp.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
});
export const inviteCodeQuery = listQuery(['createdAt', 'expirationDate', 'usedAt'], {
  search,
  status: z.enum(inviteCodeStatuses).optional(),
});
export const inviteCodeCreation = z.strictObject({
  quantity: wholeNumber(1, 500),
  expirationDate: instant,
});
export const inviteCodeParams = z.strictObject({ code: reference });
export const inviteCodesCreated = z.strictObject({ items: z.array(inviteCode) });

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

export const overview = z.strictObject({
  users: z.strictObject({ total: count, active: count }),
  workloads: z.strictObject({ total: count, byStatus: z.partialRecord(z.enum(workloadStatuses), count) }),
  /** Of each region and model; what is neither allocated nor free is on nodes that take no machines. */
  gpus: z.array(z.strictObject({ region: z.string(), ...gpuCapacity.shape })),
  /** SKUs on sale that cannot be had in a region now. */
  soldOut: firstOf(z.strictObject({ sku: z.string(), region: z.string() })),
  /** What waits for a place, the oldest first, and how many wait for which reason. */
  queue: firstOf(workloadNotice).extend({
    reasons: z.array(z.strictObject({ reason: z.string(), count })),
  }),
  /** The newest first. */
  failing: firstOf(workloadNotice),
  /** In use but not ready, or under maintenance. */
  nodes: firstOf(
    z.strictObject({
      name: z.string(),
      region: z.string(),
      status: z.enum(nodeStatuses),
      reason: z.string(),
      message: z.string(),
      parameters: conditionParameters.optional(),
    }),
  ),
  /** What of the rest of the catalogue is on offer but not ready, by kind and name. */
  notReady: firstOf(
    z.strictObject({
      area: z.enum(['regions', 'gpus', 'skus', 'vm-images', 'pricing-policies']),
      name: z.string(),
      reason: z.string(),
      message: z.string(),
      parameters: conditionParameters.optional(),
    }),
  ),
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
  }),
});

/** What an operator has asked for, and what became of it; only the sum that stands here is ever carried out. */
export const approval = z.strictObject({
  id: z.string(),
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  user: z.string(),
  /** Of an adjustment what the user gets, which may be negative; else what is given back or written off. */
  amount: yuan,
  /** Which is given back, or whose refund is owed; null for an adjustment. */
  recharge: z.string().nullable(),
  /** When it was asked for, and what it would come to. */
  balanceBefore: yuan,
  balanceAfter: yuan,
  reason: z.string(),
  askedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
});
/** What is answered in place of what was asked for, where that needs a second operator. */
export const approvalAsked = z.strictObject({ approval });
/** What an operation answers that may need a second operator. */
export function orAsked<T extends z.ZodType>(answer: T) {
  return z.union([answer, approvalAsked]);
}
export const approvalDecision = z.strictObject({ decision: z.enum(approvalDecisions), reason });
export const approvalQuery = listQuery(['createdAt', 'amount'], {
  search,
  status: z.enum(approvalStatuses).optional(),
});
/** Above how many yuan a second operator has to approve; null where none has to. */
export const approvalLimit = z.strictObject({ above: yuan.nullable() });

/** Work that is done later: what waits, what failed and is tried again, and messages that were given up. */
export const job = z.strictObject({
  /** Its name and what it is about, such as `SEND_SMS:12`. */
  id: z.string(),
  name: z.enum(jobNames),
  status: z.enum(jobStatuses),
  /** The machine, the payment or the day; null where it is about all that the user has. */
  subject: z.string().nullable(),
  /** Null where it is about no user. */
  user: z.string().nullable(),
  /** Tries so far. */
  attempts: count,
  /** Null where it was given up. */
  nextAttemptAt: timestamp.nullable(),
  /** Why the newest try failed, as the server writes it; null where it did not. */
  lastError: z.string().nullable(),
});
export const jobQuery = listQuery(['nextAttemptAt', 'attempts'], {
  search,
  name: z.enum(jobNames).optional(),
  status: z.enum(jobStatuses).optional(),
});
export const jobParams = z.strictObject({ id: z.string().regex(/^[A-Z_]+:[\w-]{1,80}$/) });

/** What the platform itself is like: a finding for each thing that is looked at. */
export const platformCheck = z.strictObject({
  name: z.enum(platformCheckNames),
  status: z.enum(platformStatuses),
  finding: z.enum(Object.keys(platformFindings) as [PlatformFinding, ...PlatformFinding[]]),
  /** What its sentence says: versions, names, numbers, and instants under `at` and `since`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});
export const platform = z.strictObject({ checks: z.array(platformCheck) });

/** A credit (above zero) or debit of a customer by an operator. */
export const adjustmentRequest = z.strictObject({ amount: signedAmount, reason });
export const adjustment = z.strictObject({
  id: z.string(),
  user: z.string(),
  amount: yuan,
  /** What of a credit went at once to what the customer owed. */
  collected: yuan,
  balanceAfter: yuan,
  operator: z.string(),
  reason: z.string(),
  createdAt: timestamp,
});

/** Money of a recharge that goes back the way it came. */
export const refundRequest = z.strictObject({ recharge: reference, amount, reason });
export const refund = z.strictObject({
  id: z.string(),
  recharge: z.string(),
  user: z.string(),
  method: z.enum(paymentMethods),
  source: z.enum(refundSources),
  status: z.enum(refundStatuses),
  amount: yuan,
  /** null where it was made at the provider. */
  operator: z.string().nullable(),
  reason: z.string(),
  /** What the provider said, where it did not simply pay. */
  note: z.string().nullable(),
  /** How an operator ended it, who and why; null where none had to. */
  decision: z.enum(refundDecisions).exclude(['CHECK']).nullable(),
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export const refundDecision = z.strictObject({ decision: z.enum(refundDecisions), reason });
export const refundQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(refundStatuses).optional(),
});

/** What a customer owes for a refund that was more than the balance; its id is the refund's. */
export const receivable = z.strictObject({
  id: z.string(),
  user: z.string(),
  recharge: z.string(),
  status: z.enum(receivableStatuses),
  amount: yuan,
  collected: yuan,
  writtenOff: yuan,
  /** What is left. */
  open: yuan,
  /** Of the refund. */
  reason: z.string(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
});
export const receivableQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(receivableStatuses).optional(),
});
export const writeOff = z.strictObject({
  reason,
  /** What is written off, as it was shown; whatever is open where it is absent. */
  expectedOpen: amount.optional(),
});

export const anyRecharge = z.strictObject({
  ...recharge.shape,
  user: z.string(),
  /** The provider's number of the payment. */
  transactionId: z.string().nullable(),
  /** What may still be given back: what was paid, less all refunds that are done or under way. */
  refundableAmount: yuan,
});
export const anyRechargeQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(rechargeStatuses).optional(),
});
export const rechargeDecision = z.strictObject({ decision: z.enum(quarantineDecisions), reason });

/** Our books of a day of Asia/Shanghai against the provider's bill. */
export const reconciliation = z.strictObject({
  method: z.enum(paymentMethods),
  day: z.iso.date(),
  payments: count,
  refunds: count,
  /** null while it waits for the bill. */
  finishedAt: timestamp.nullable(),
  differences: z.array(
    z.strictObject({
      kind: z.enum(['PAYMENT', 'REFUND']),
      id: z.string(),
      booked: yuan.nullable(),
      billed: yuan.nullable(),
    }),
  ),
});
export const reconciliationQuery = listQuery(['day'], {
  /** Without it, only those on which our books and the provider's bill differ. */
  days: z.literal('ALL').optional(),
});

export type Approval = z.infer<typeof approval>;
export type Job = z.infer<typeof job>;
export type PlatformCheck = z.infer<typeof platformCheck>;
export type Platform = z.infer<typeof platform>;
export type ApprovalAsked = z.infer<typeof approvalAsked>;
export type Adjustment = z.infer<typeof adjustment>;
export type AnyRecharge = z.infer<typeof anyRecharge>;
export type Reconciliation = z.infer<typeof reconciliation>;
export type Receivable = z.infer<typeof receivable>;
export type Refund = z.infer<typeof refund>;
export type User = z.infer<typeof user>;
export type UserChange = z.infer<typeof userChange>;
export type UserStatusChange = z.infer<typeof userStatusChange>;
export type AdminCreation = z.infer<typeof adminCreation>;
export type AdminCreated = z.infer<typeof adminCreated>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type SignInRefusal = z.infer<typeof signInRefusal>;
export type InviteCode = z.infer<typeof inviteCode>;
export type InviteCodeCreation = z.infer<typeof inviteCodeCreation>;
export type Overview = z.infer<typeof overview>;
