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
  /** Whether a recharge starts the machines again that were stopped because the balance ran out. */
  restartOnRecharge: z.boolean(),
  /** The user is notified once when the balance falls below it; null where they are not. */
  balanceAlert: yuan.nullable(),
  createdAt: timestamp,
});

export const meChange = z.strictObject({
  language: z.enum(enums.languages).optional(),
  restartOnRecharge: z.boolean().optional(),
  balanceAlert: alertAmount.nullable().optional(),
});

/** A change of password, the new one by this rule. */
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
/** An operator's, by the rule of a registration and none that is guessed first. */
export const adminPasswordChange = passwordChangeTo(operatorPassword);

export const phoneChange = z.strictObject({ currentPassword: givenPassword, phone, smsCode });

/** A code is sent to the address that is to be the account's. */
export const emailCodeRequest = z.strictObject({ email });
export const emailChange = z.strictObject({ currentPassword: givenPassword, email, emailCode: smsCode });

/** One sign-in that holds. */
export const signIn = z.strictObject({
  id: z.string(),
  /** Whether it is the caller's own. */
  current: z.boolean(),
  /** What the browser says it is; empty where it says nothing. */
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
  /** For refunds that were more than the balance: deducted from the next money that comes in. */
  owed: yuan,
  /** balance − held − accrued. */
  available: yuan,
  burnPerHour: yuanPerUnit,
  /** Hours until the balance is used up at the present burn; null while nothing runs. */
  runwayHours: z.number().min(0).nullable(),
  spentThisMonth: yuan,
  runningWorkloads: z.int().min(0),
});

export const spending = z.strictObject({
  /** Each period once. */
  items: z.array(
    z.strictObject({
      of: z.enum(enums.spendingPeriods),
      /** `HOUR`: what on-demand and spot machines cost an hour that run or wait to. Otherwise what the period has cost so far. */
      used: yuan,
      /** null where there is none. */
      limit: yuan.nullable(),
    }),
  ),
  /**
   * Whether on-demand and spot machines are stopped when the limit of the day or month is reached, and nothing is ordered or
   * started any more that would go beyond it. That of the hour always refuses what would go beyond it; where machines cost more
   * already, those that were started first are kept as far as they fit, and the others are stopped.
   */
  stops: z.boolean(),
});
/** All limits; null takes one away. */
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

/** What a script sends as `Authorization: Bearer …`. */
export const apiToken = z.strictObject({
  name: z.string(),
  scope: z.enum(enums.apiTokenScopes),
  /** Its prefix and last characters, to recognise it by: `gpulease_…9f3a`. */
  hint: z.string(),
  createdAt: timestamp,
  /** null where it works until it is deleted. */
  expiresAt: timestamp.nullable(),
  /** To the minute; null where it was never used. */
  lastUsedAt: timestamp.nullable(),
});
export const apiTokenCreation = z.strictObject({
  name: ownName,
  scope: z.enum(enums.apiTokenScopes),
  lifetime: z.enum(enums.apiTokenLifetimes),
  /** Needed where the account has one. */
  currentPassword: givenPassword.optional(),
});
/** The token itself is shown this once. */
export const apiTokenCreated = z.strictObject({ ...apiToken.shape, token: z.string() });
export const apiTokenQuery = listQuery(['createdAt', 'name', 'expiresAt', 'lastUsedAt'], {});

/** The second factor of an account: an authenticator app (TOTP), and recovery codes for who has lost it. */
export const secondFactor = z.strictObject({
  /** null where it is off. */
  enabledAt: timestamp.nullable(),
  recoveryCodesLeft: count,
  /** Without a password there is nothing for it to be second to. */
  hasPassword: z.boolean(),
});
export const secondFactorStart = z.strictObject({ currentPassword: givenPassword });
/** What the app is to keep: the secret in Base32, to be typed, and the address that its QR code holds. */
export const secondFactorSetup = z.strictObject({ secret: z.string(), uri: z.string() });
export const secondFactorConfirmation = z.strictObject({ code: authenticatorCode });
/** Shown this once; each is good for one sign-in. */
export const recoveryCodes = z.strictObject({ codes: z.array(z.string()) });
export const secondFactorChange = z.strictObject({ currentPassword: givenPassword, code: secondFactorCode });

const stockOffer = z.strictObject({
  sku: z.string(),
  region: z.string(),
  skuName: z.string(),
  regionName: z.string(),
});

/** A wish to be told once when a sold-out SKU can be had again. */
export const stockAlertCreation = z.strictObject({
  sku: reference,
  /** Any where absent. */
  region: reference.optional(),
});
export const stockAlert = z.strictObject({
  id: z.string(),
  sku: z.string(),
  region: z.string().nullable(),
  createdAt: timestamp,
  /** It is forgotten then. */
  expiresAt: timestamp,
});
export const stockAlertQuery = listQuery(['createdAt'], {});
export const stockAlertParams = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });

/** Something the user is told; its text is made of this (`noticeText`). */
export const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** The name of the workload that it is about; null where it is about none. */
  workload: z.string().nullable(),
  /** The name of the API token that it is about; null where it is about none. */
  apiToken: z.string().nullable(),
  /** When what it warns of happens. */
  until: timestamp.nullable(),
  /** What can be had again, and what it was called then in the user's language; null where it is about none. */
  offer: stockOffer.nullable(),
  /** What the machine costs for an hour since it has started, or, of the limit of the hour, what all cost together; null where its term is paid, and of other kinds. */
  perHour: yuanPerUnit.nullable(),
  /** What was credited, or the limit of the hour; null of other kinds. */
  amount: yuan.nullable(),
  /** The operator's own words for a maintenance; null where there are none, and of other kinds. */
  why: z.string().nullable(),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
});
/** What maintenance does to machines of the caller within the next days, or has done. */
const maintenanceAhead = z.strictObject({
  /** How many it concerns. */
  machines: count,
  /** The name of the only one; null of several. */
  machine: z.string().nullable(),
  /** When the first of them is stopped; null where they were stopped. */
  startTime: timestamp.nullable(),
});
export type MaintenanceAhead = z.infer<typeof maintenanceAhead>;
export const noticeQuery = listQuery(['createdAt'], {});
export const notices = z.strictObject({
  ...listOf(notice).shape,
  /** How many of all were not read. */
  unread: count,
  /** Absent where maintenance does nothing to the caller's machines. */
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
