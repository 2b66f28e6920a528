/** One-time codes by SMS or email: six digits, ten minutes, five tries, bound to recipient, purpose and browser. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { serverSecret } from './server-secrets.ts';
import { hashToken } from './tokens.ts';

export const CODE_RESEND_SECONDS = 60;
export const CODE_LIFETIME_SECONDS = 600;
const MAX_TRIES = 5;
/** The response to a request for a code. */
export const codeSent = { resendAfter: CODE_RESEND_SECONDS, expiresIn: CODE_LIFETIME_SECONDS };

export type CodePurpose = Row<'one_time_code'>['purpose'];

/** What a code is bound to. `device` is the random ID of the browser that requested it. */
export interface CodeBinding {
  /** A phone, or an email address for email purposes. */
  readonly recipient: string;
  readonly purpose: CodePurpose;
  readonly device: string;
}

/** A correct code that is not yet consumed. */
export interface ProvenCode {
  readonly id: string;
  readonly purpose: CodePurpose;
}

export type OneTimeCodes = Awaited<ReturnType<typeof createOneTimeCodes>>;

/** Stores codes as a keyed hash, because six digits are easy to guess. The key is in the database, in another table. */
export async function createOneTimeCodes(database: Database, clock: Clock) {
  const key = await serverSecret(database, 'one-time-code');
  const hashOf = (id: string, code: string) => createHmac('sha256', key).update(`${id}:${code}`).digest();
  return {
    /** Creates a code and stores its hash. Returns the digits to send. */
    async issue({ recipient, purpose, device }: CodeBinding): Promise<string> {
      const id = randomUUID();
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      const now = clock.now();
      await database
        .insertInto('one_time_code')
        .values({
          id,
          recipient,
          purpose,
          device_hash: hashToken(device),
          code_hash: hashOf(id, code),
          created_at: now,
          expires_at: new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1_000),
          used_at: null,
        })
        .execute();
      return code;
    },
    /** Counts a try. Throws PHONE_NOT_VERIFIED or EMAIL_NOT_VERIFIED if the code is wrong, expired, used or out of tries. */
    async prove(binding: CodeBinding, code: string): Promise<ProvenCode> {
      const { purpose } = binding;
      const tried = await countTry(database, binding, clock.now());
      if (!tried || !timingSafeEqual(tried.code_hash, hashOf(tried.id, code))) throw notVerified(purpose);
      return { id: tried.id, purpose };
    },
    /** Consumes a proven code; only one transaction can. Throws like `prove` otherwise. */
    async spend(transaction: Transaction, { id, purpose }: ProvenCode): Promise<void> {
      const { numUpdatedRows } = await transaction
        .updateTable('one_time_code')
        .set({ used_at: clock.now() })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw notVerified(purpose);
    },
  };
}

const byEmail: readonly CodePurpose[] = ['CHANGE_EMAIL', 'RESET_PASSWORD_BY_EMAIL'];

/** Returns the error for a wrong code. */
export function notVerified(purpose: CodePurpose): ProductError {
  return new ProductError(byEmail.includes(purpose) ? 'EMAIL_NOT_VERIFIED' : 'PHONE_NOT_VERIFIED');
}

/** Counts a try of the binding's newest code. Commits immediately, so that a refused request cannot roll it back. */
function countTry(database: Database, { recipient, purpose, device }: CodeBinding, now: Date) {
  const newest = database
    .selectFrom('one_time_code')
    .select('id')
    .where('recipient', '=', recipient)
    .where('purpose', '=', purpose)
    .where('device_hash', '=', hashToken(device))
    .orderBy('created_at', 'desc')
    .limit(1);
  return database
    .updateTable('one_time_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', newest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}
