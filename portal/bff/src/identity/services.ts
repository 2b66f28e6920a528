/** Dependencies of the identity area, created once per process. */
import type { AccountNoticeKind } from '@gpulease/contract/notice-kinds';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { IdentityLimit } from './limits.ts';
import { createCaptcha, type Captcha } from './captcha.ts';
import type { EmailGateway } from './email-gateway.ts';
import { createOneTimeCodes, type OneTimeCodes } from './one-time-codes.ts';
import { createSecretCipher, type SecretCipher } from './second-factor/cipher.ts';
import type { SmsGateway } from './sms-gateway.ts';
import type { UserFacts } from './users.ts';

export interface IdentityServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rateLimits: RateLimits<IdentityLimit>;
  readonly captcha: Captcha;
  readonly smsGateway: SmsGateway;
  readonly emailGateway: EmailGateway;
  readonly codes: OneTimeCodes;
  /** Encrypts second-factor secrets. */
  readonly cipher: SecretCipher;
  /** Whether operators must set up a second factor before anything else. */
  readonly requiresTwoFactorOfOperators: boolean;
  readonly userFacts: UserFacts;
  /** Notifies a customer of a change to account access, in the transaction that makes it. */
  readonly notifyOfAccount: (transaction: Transaction, news: AccountChange) => Promise<void>;
}

/** A change to an account's access, for a notice. */
export interface AccountChange {
  readonly userId: string;
  readonly kind: AccountNoticeKind;
  /** Deduplicates notices of the same kind; random by default. */
  readonly key?: string;
  /** The name of the API token concerned. */
  readonly apiToken?: string;
}

/** Adds captcha, one-time codes and cipher, whose secrets are stored in the database. */
export async function createIdentityServices(
  given: Omit<IdentityServices, 'captcha' | 'codes' | 'cipher'>,
): Promise<IdentityServices> {
  const { database, clock } = given;
  const captcha = await createCaptcha(database, clock);
  const codes = await createOneTimeCodes(database, clock);
  const cipher = await createSecretCipher(database, 'second-factor');
  return { ...given, captcha, codes, cipher };
}
