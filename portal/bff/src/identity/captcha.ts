/** Captcha: an ALTCHA proof of work that costs a browser about a second and makes a flood of requests expensive. */
import type { CaptchaChallenge } from '@gpulease/contract/auth';
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { serverSecret } from './server-secrets.ts';

/** PBKDF2 iterations per try, and the range of tries needed to find the answer. */
const COST = 1_000;
const MIN_TRIES = 200;
const MAX_TRIES = 800;
const LIFETIME_MS = 10 * 60_000;

export type Captcha = Awaited<ReturnType<typeof createCaptcha>>;

/** Keeps the secrets in the database, so that any replica can verify another replica's challenges. */
export async function createCaptcha(database: Database, clock: Clock) {
  const secrets = {
    hmacSignatureSecret: await serverSecret(database, 'captcha-signature'),
    hmacKeySignatureSecret: await serverSecret(database, 'captcha-key-signature'),
  };
  return {
    async challenge(): Promise<CaptchaChallenge> {
      const { parameters, signature = '' } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(MIN_TRIES, MAX_TRIES),
        data: { validUntil: clock.now().getTime() + LIFETIME_MS },
        deriveKey,
        ...secrets,
      });
      return { parameters: { ...parameters }, signature };
    },
    /** Accepts a solution once. Throws INVALID_CAPTCHA_TOKEN if it is missing, wrong, expired or already used. */
    async verify(solution: string | undefined): Promise<void> {
      const payload = decode(solution);
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets }).catch(refuse);
      if (!verified || !(await spend(database, payload.challenge, clock.now()))) refuse();
    },
  };
}

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ validUntil: z.number() }) }),
    signature: z.string(),
  }),
  solution: z.looseObject({}),
});

function decode(solution: string | undefined): Payload {
  if (solution === undefined) return refuse();
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(solution, 'base64').toString())) as unknown as Payload;
  } catch {
    return refuse();
  }
}

/** Marks a challenge as used. Returns false if it was used or has expired by `now` (the library uses its own clock). */
async function spend(database: Database, { parameters, signature = '' }: Challenge, now: Date) {
  const expiresAt = new Date(Number(parameters.data?.validUntil));
  if (expiresAt <= now) return false;
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('spent_captcha')
    .values({ signature, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function refuse(): never {
  throw new ProductError('INVALID_CAPTCHA_TOKEN', { captcha: 'required' });
}
