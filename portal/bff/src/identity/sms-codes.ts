/** One-time codes by SMS: six digits for ten minutes, bound to phone, purpose and browser, five tries, used once. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SmsPurpose } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { serverSecret } from './server-secrets.ts';
import type { SmsMessage } from './sms-gateway.ts';
import { hashToken } from './tokens.ts';

export const SMS_RESEND_SECONDS = 60;
export const SMS_LIFETIME_SECONDS = 600;
const MAX_TRIES = 5;

/** What a code is good for. `device` is the random mark in the browser that asked for it. */
export interface CodeBinding {
  readonly phone: string;
  readonly purpose: SmsPurpose;
  readonly device: string;
}

export interface SmsCodes {
  /** Makes a new code and keeps it hashed. Returns the message to send. */
  issue(binding: CodeBinding): Promise<SmsMessage>;
  /** Counts a try and returns the code's id. Throws PHONE_NOT_VERIFIED when it is wrong, expired, used or worn out. */
  prove(binding: CodeBinding, code: string): Promise<string>;
  /** Uses a proven code up; only one transaction can. Throws PHONE_NOT_VERIFIED for any other. */
  spend(transaction: Transaction, codeId: string): Promise<void>;
}

/** Codes are few and short, so they are kept as a keyed hash; the key is in the database too, apart from the rows. */
export async function createSmsCodes(database: Database, clock: Clock): Promise<SmsCodes> {
  const key = await serverSecret(database, 'sms-code');
  const hashOf = (id: string, code: string) => createHmac('sha256', key).update(`${id}:${code}`).digest();
  return {
    async issue({ phone, purpose, device }) {
      const id = randomUUID();
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      const now = clock.now();
      await database
        .insertInto('sms_code')
        .values({
          id,
          phone,
          purpose,
          device_hash: hashToken(device),
          code_hash: hashOf(id, code),
          created_at: now,
          expires_at: new Date(now.getTime() + SMS_LIFETIME_SECONDS * 1_000),
          used_at: null,
        })
        .execute();
      return { phone, code, text: textOf(code) };
    },
    async prove(binding, code) {
      const tried = await countTry(database, binding, clock.now());
      if (!tried || !timingSafeEqual(tried.code_hash, hashOf(tried.id, code)))
        throw new ProductError('PHONE_NOT_VERIFIED');
      return tried.id;
    },
    async spend(transaction, codeId) {
      const { numUpdatedRows } = await transaction
        .updateTable('sms_code')
        .set({ used_at: clock.now() })
        .where('id', '=', codeId)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ProductError('PHONE_NOT_VERIFIED');
    },
  };
}

/** Only the newest code of a binding counts. The try is committed at once, so that a refused request cannot undo it. */
function countTry(database: Database, { phone, purpose, device }: CodeBinding, now: Date) {
  const newest = database
    .selectFrom('sms_code')
    .select('id')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('device_hash', '=', hashToken(device))
    .orderBy('created_at', 'desc')
    .limit(1);
  return database
    .updateTable('sms_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', newest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}

function textOf(code: string): string {
  const minutes = SMS_LIFETIME_SECONDS / 60;
  return `【GPULease】验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。Your code is ${code}, valid for ${minutes} minutes.`;
}
