/** Single-use codes for users who have lost the authenticator app. */
import { randomInt } from 'node:crypto';
import type { Transaction } from '../../database/schema.ts';
import { hashToken } from '../tokens.ts';

const CODES = 10;
/** 16 letters of 32 are 80 random bits, so that a plain hash is enough. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 4;
const GROUP = 4;

/** Gives an account new codes in place of those it had. Returns them, to be shown this once. */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createRecoveryCode);
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Whatever its groups are set apart by. */
export function hashOfRecoveryCode(code: string): Buffer {
  return hashToken(code.replaceAll('-', ''));
}

function createRecoveryCode(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
