import { DAY, HOUR, MINUTE, type Limits } from '../http/rate-limits.ts';

export const identityLimits = {
  /** Failed sign-ins per account from all networks. Beyond this limit each attempt needs a captcha; no user is locked out. */
  loginFailures: { per: 'account', points: 3, duration: HOUR },
  /** The same per network, across all accounts. */
  loginAddressFailures: { per: 'address', points: 20, duration: HOUR },
  /** Attempts per account and network; reset by a successful sign-in. */
  loginAccount: { per: 'account', points: 10, duration: 15 * MINUTE },
  /** Attempts per network; beyond this limit each needs a captcha, so that other users of the network can still sign in. */
  loginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  /** Authenticator app codes from all networks; reset by a correct one. Recovery codes are not counted. */
  secondFactor: { per: 'account', points: 10, duration: HOUR },
  phoneLoginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  passwordReset: { per: 'address', points: 20, duration: HOUR },
  register: { per: 'address', points: 20, duration: HOUR },
  captcha: { per: 'address', points: 300, duration: HOUR },
  /** Per phone and network, so that a stranger can neither delay nor use up the owner's codes from another network. */
  smsResend: { per: 'phone', points: 1, duration: MINUTE },
  smsPhoneFromNetwork: { per: 'phone', points: 5, duration: DAY },
  smsPhone: { per: 'phone', points: 20, duration: DAY },
  smsAddress: { per: 'address', points: 30, duration: HOUR },
  /** Daily budget for SMS codes, and a separate one reserved for password resets. */
  smsDay: { per: 'portal', points: 4_000, duration: DAY },
  smsResetDay: { per: 'portal', points: 1_000, duration: DAY },
  /** Email codes: limits per account, per network for password resets, and daily budgets. */
  emailResend: { per: 'account', points: 1, duration: MINUTE },
  emailAccount: { per: 'account', points: 20, duration: DAY },
  emailAddress: { per: 'address', points: 30, duration: HOUR },
  emailDay: { per: 'portal', points: 4_000, duration: DAY },
  emailResetDay: { per: 'portal', points: 1_000, duration: DAY },
  oidc: { per: 'address', points: 100, duration: HOUR },
  /** Each new token sends an SMS and an email, even if it is deleted immediately. */
  newApiTokens: { per: 'account', points: 40, duration: DAY },
  auditReads: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
export type IdentityLimit = keyof typeof identityLimits;
