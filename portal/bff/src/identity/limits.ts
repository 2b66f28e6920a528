import { DAY, HOUR, MINUTE, type Limits } from '../http/rate-limits.ts';

export const identityLimits = {
  /** Failed sign-ins of one account from anywhere. Once used up, each try needs a captcha; nobody is locked out. */
  loginFailures: { per: 'account', points: 3, duration: HOUR },
  /** The same of one network, whatever the accounts. */
  loginAddressFailures: { per: 'address', points: 20, duration: HOUR },
  /** Tries for one account from one network, forgotten after a success. */
  loginAccount: { per: 'account', points: 10, duration: 15 * MINUTE },
  /** All tries of one network; beyond them each costs a captcha, so that its other people can still sign in. */
  loginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  /** Wrong codes of an authenticator app, from anywhere; forgotten after a right one. Recovery codes are not counted. */
  secondFactor: { per: 'account', points: 10, duration: HOUR },
  phoneLoginAddress: { per: 'address', points: 100, duration: 15 * MINUTE },
  passwordReset: { per: 'address', points: 20, duration: HOUR },
  register: { per: 'address', points: 20, duration: HOUR },
  captcha: { per: 'address', points: 300, duration: HOUR },
  /** One phone from one network, so that a stranger can neither delay nor use up the owner's codes from elsewhere. */
  smsResend: { per: 'phone', points: 1, duration: MINUTE },
  smsPhoneFromNetwork: { per: 'phone', points: 5, duration: DAY },
  smsPhone: { per: 'phone', points: 20, duration: DAY },
  smsAddress: { per: 'address', points: 30, duration: HOUR },
  /** The messages with codes that a day may cost, and more for a forgotten password: nothing else uses these up. */
  smsDay: { per: 'portal', points: 4_000, duration: DAY },
  smsResetDay: { per: 'portal', points: 1_000, duration: DAY },
  /** Codes by email: how often an account, or for a forgotten password a network, may ask, and what a day may bring. */
  emailResend: { per: 'account', points: 1, duration: MINUTE },
  emailAccount: { per: 'account', points: 20, duration: DAY },
  emailAddress: { per: 'address', points: 30, duration: HOUR },
  emailDay: { per: 'portal', points: 4_000, duration: DAY },
  emailResetDay: { per: 'portal', points: 1_000, duration: DAY },
  oidc: { per: 'address', points: 100, duration: HOUR },
  /** Each brings an SMS and an email, also where it is deleted at once. */
  newApiTokens: { per: 'account', points: 40, duration: DAY },
  auditReads: { per: 'account', points: 120, duration: MINUTE, inMemory: true },
} as const satisfies Limits;
export type IdentityLimit = keyof typeof identityLimits;
