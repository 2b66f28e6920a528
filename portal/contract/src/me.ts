/** The caller's own account. */
import * as z from 'zod';
import * as enums from './enums.ts';
import { noticeKinds } from './notice-kinds.ts';
import { count, listOf, listQuery, timestamp, yuan, yuanPerUnit } from './common.ts';
import {
  alertAmount,
  authenticatorCode,
  differingPasswords,
  email,
  givenPassword,
  key,
  newPassword,
  operatorPassword,
  phone,
  reference,
  ownName,
  secondFactorCode,
  smsCode,
  sshPublicKey,
} from './validation.ts';

export const me = z.strictObject({
  username: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  role: z.enum(enums.roles),
  status: z.enum(enums.activityStatuses),
  language: z.enum(enums.languages).nullable(),
  /** Whether a recharge restarts the machines that were stopped because the balance ran out. */
  restartOnRecharge: z.boolean(),
  /** The user is notified once when the balance falls below it; null turns the notice off. */
  balanceAlert: yuan.nullable(),
  createdAt: timestamp,
});

export const meChange = z.strictObject({
  language: z.enum(enums.languages).optional(),
  restartOnRecharge: z.boolean().optional(),
  balanceAlert: alertAmount.nullable().optional(),
});

/** Returns the schema of a password change whose new password follows `rule`. */
function passwordChangeTo(rule: z.ZodString) {
  return z
    .strictObject({
      currentPassword: givenPassword,
      newPassword: rule,
      confirmPassword: z.string().min(1, key('required')),
    })
    .refine((form) => form.newPassword === form.confirmPassword, differingPasswords);
}

export const passwordChange = passwordChangeTo(newPassword);
/** For operators: the rule of registration, without common passwords. */
export const adminPasswordChange = passwordChangeTo(operatorPassword);

export const phoneChange = z.strictObject({ currentPassword: givenPassword, phone, smsCode });

/** The code is sent to the new address. */
export const emailCodeRequest = z.strictObject({ email });
export const emailChange = z.strictObject({ currentPassword: givenPassword, email, emailCode: smsCode });

/** An active sign-in. */
export const signIn = z.strictObject({
  id: z.string(),
  /** Whether the caller uses it now. */
  current: z.boolean(),
  /** Sent by the browser; empty if it sent none. */
  userAgent: z.string(),
  address: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
});
export const signInQuery = listQuery(['lastSeenAt', 'createdAt'], {});
export const signInParams = z.strictObject({ id: reference });

export const balance = z.strictObject({
  balance: yuan,
  held: yuan,
  /** Used since the last settlement, not yet deducted. */
  accrued: yuan,
  /** For refunds that exceeded the balance: deducted from the next money that comes in. */
  owed: yuan,
  /** balance − held − accrued. */
  available: yuan,
  burnPerHour: yuanPerUnit,
  /** Hours until the balance is used up at the current burn rate; null while nothing runs. */
  runwayHours: z.number().min(0).nullable(),
  spentThisMonth: yuan,
  runningWorkloads: z.int().min(0),
});

export const spending = z.strictObject({
  /** One per period. */
  items: z.array(
    z.strictObject({
      of: z.enum(enums.spendingPeriods),
      /** `HOUR`: hourly cost of on-demand and spot machines that run or wait to run. Otherwise the cost of the period so far. */
      used: yuan,
      /** null if there is none. */
      limit: yuan.nullable(),
    }),
  ),
  /**
   * Whether reaching the daily or monthly limit stops on-demand and spot machines and refuses orders and starts that would
   * exceed it. The hourly limit always refuses what would exceed it; if machines already cost more, those started first are
   * kept as far as they fit, and the others are stopped.
   */
  stops: z.boolean(),
});
/** All limits; null removes one. */
export const spendingChange = z.strictObject({
  hour: alertAmount.nullable(),
  day: alertAmount.nullable(),
  month: alertAmount.nullable(),
  stops: z.boolean(),
});

export const sshKey = z.strictObject({
  name: z.string(),
  publicKey: z.string(),
  fingerprint: z.string(),
  createdAt: timestamp,
});
export const sshKeyCreation = z.strictObject({ name: ownName, publicKey: sshPublicKey });
export const sshKeyQuery = listQuery(['name', 'createdAt'], {});

/** Sent by scripts as `Authorization: Bearer …`. */
export const apiToken = z.strictObject({
  name: z.string(),
  scope: z.enum(enums.apiTokenScopes),
  /** Its prefix and last characters, to recognize it by: `gpulease_…9f3a`. */
  hint: z.string(),
  createdAt: timestamp,
  /** null if it works until it is deleted. */
  expiresAt: timestamp.nullable(),
  /** To the minute; null if it was never used. */
  lastUsedAt: timestamp.nullable(),
});
export const apiTokenCreation = z.strictObject({
  name: ownName,
  scope: z.enum(enums.apiTokenScopes),
  lifetime: z.enum(enums.apiTokenLifetimes),
  /** Required if the account has one. */
  currentPassword: givenPassword.optional(),
});
/** The only response that contains the token itself. */
export const apiTokenCreated = z.strictObject({ ...apiToken.shape, token: z.string() });
export const apiTokenQuery = listQuery(['createdAt', 'name', 'expiresAt', 'lastUsedAt'], {});

/** The second factor of an account: an authenticator app (TOTP), and recovery codes in case it is lost. */
export const secondFactor = z.strictObject({
  /** null if it is off. */
  enabledAt: timestamp.nullable(),
  recoveryCodesLeft: count,
  /** A second factor requires a password. */
  hasPassword: z.boolean(),
});
export const secondFactorStart = z.strictObject({ currentPassword: givenPassword });
/** For the app: the secret in Base32, for typing, and the URI in its QR code. */
export const secondFactorSetup = z.strictObject({ secret: z.string(), uri: z.string() });
export const secondFactorConfirmation = z.strictObject({ code: authenticatorCode });
/** Shown only once; each is valid for one sign-in. */
export const recoveryCodes = z.strictObject({ codes: z.array(z.string()) });
export const secondFactorChange = z.strictObject({ currentPassword: givenPassword, code: secondFactorCode });

const stockOffer = z.strictObject({
  sku: z.string(),
  region: z.string(),
  skuName: z.string(),
  regionName: z.string(),
});

/** Requests one notice when a sold-out SKU is available again. */
export const stockAlertCreation = z.strictObject({
  sku: reference,
  /** Any region if absent. */
  region: reference.optional(),
});
export const stockAlert = z.strictObject({
  id: z.string(),
  sku: z.string(),
  region: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export const stockAlertQuery = listQuery(['createdAt'], {});
export const stockAlertParams = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });

/** A notice to the user; `noticeText` builds its text from these fields. */
export const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** Name of the workload concerned; null if none. */
  workload: z.string().nullable(),
  /** Name of the API token concerned; null if none. */
  apiToken: z.string().nullable(),
  /** When the announced event happens. */
  until: timestamp.nullable(),
  /** The offer that is available again, with its names in the user's language at that time; null for other kinds. */
  offer: stockOffer.nullable(),
  /** Hourly cost of the started machine or, for the hourly limit, of all machines; null if the term is prepaid, and for other kinds. */
  perHour: yuanPerUnit.nullable(),
  /** Amount credited, or the hourly limit; null for other kinds. */
  amount: yuan.nullable(),
  /** The operator's text, such as the reason for maintenance; null if there is none. */
  why: z.string().nullable(),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
});
/** Effect of maintenance on the caller's machines: within the next days, or already. */
const maintenanceAhead = z.strictObject({
  /** Number of machines affected. */
  machines: count,
  /** Name of the only one affected; null for several. */
  machine: z.string().nullable(),
  /** When the first of them is stopped; null if they already were. */
  startTime: timestamp.nullable(),
});
export type MaintenanceAhead = z.infer<typeof maintenanceAhead>;
export const noticeQuery = listQuery(['createdAt'], {});
export const notices = z.strictObject({
  ...listOf(notice).shape,
  /** Unread notices on all pages. */
  unread: count,
  /** Absent if no maintenance affects the caller's machines. */
  maintenance: maintenanceAhead.optional(),
});
export const noticeParams = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });

export type Me = z.infer<typeof me>;
export type MeChange = z.infer<typeof meChange>;
export type PasswordChange = z.infer<typeof passwordChange>;
export type PhoneChange = z.infer<typeof phoneChange>;
export type EmailCodeRequest = z.infer<typeof emailCodeRequest>;
export type EmailChange = z.infer<typeof emailChange>;
export type SignIn = z.infer<typeof signIn>;
export type Balance = z.infer<typeof balance>;
export type Spending = z.infer<typeof spending>;
export type SpendingChange = z.infer<typeof spendingChange>;
export type Notice = z.infer<typeof notice>;
export type StockAlert = z.infer<typeof stockAlert>;
export type StockAlertCreation = z.infer<typeof stockAlertCreation>;
export type ApiToken = z.infer<typeof apiToken>;
export type ApiTokenCreation = z.infer<typeof apiTokenCreation>;
export type ApiTokenCreated = z.infer<typeof apiTokenCreated>;
export type SecondFactor = z.infer<typeof secondFactor>;
export type SecondFactorStart = z.infer<typeof secondFactorStart>;
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;
export type SecondFactorConfirmation = z.infer<typeof secondFactorConfirmation>;
export type SecondFactorChange = z.infer<typeof secondFactorChange>;
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export type SshKey = z.infer<typeof sshKey>;
export type SshKeyCreation = z.infer<typeof sshKeyCreation>;
