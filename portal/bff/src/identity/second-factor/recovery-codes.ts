/** Single-use codes for users who lost their authenticator app. */
import { randomInt } from 'node:crypto';
import type { Transaction } from '../../database/schema.ts';
import { hashToken } from '../tokens.ts';

const CODES = 10;
/** 16 letters of 32 are 80 random bits, so that a plain hash is enough. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 4;
const GROUP = 4;

/** Replaces an account's codes. Returns the new ones, which are shown only once. */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createRecoveryCode);
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Returns the stored hash of a code, ignoring hyphens. */
export function hashOfRecoveryCode(code: string): Buffer {
  return hashToken(code.replaceAll('-', ''));
}

function createRecoveryCode(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
