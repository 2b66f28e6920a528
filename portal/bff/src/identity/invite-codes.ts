/** Invite codes: 80 random bits that allow one registration. */
import { randomInt } from 'node:crypto';
import type { InviteCode, InviteCodeCreation } from '@gpulease/contract/invite-codes';
import type { Page } from '@gpulease/contract/common';
import type { InviteCodeStatus } from '@gpulease/contract/enums';
import type { Query } from '@gpulease/contract/routes';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row, Tables, Transaction } from '../database/schema.ts';
import { containing, usersNamed } from '../lists/search.ts';
import { orEarliest } from '../lists/sorting.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';

/** Crockford's base 32, which omits letters that look like digits. Sixteen characters are 80 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** Returns a new random code, such as `7K2M-9QWE-0ZXC-4VBN`. */
export function generateInviteCode(): string {
  const characters = Array.from({ length: LENGTH }, () => alphabet.charAt(randomInt(alphabet.length)));
  return grouped(characters.join(''));
}

/** Normalizes typed input to the stored form: upper case, groups of four, look-alikes corrected. */
export function normaliseInviteCode(typed: string): string {
  const capitals = typed.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
  return grouped(capitals.replace(/[^0-9A-Z]/g, ''));
}

/** Creates codes that are valid until `expirationDate`. Throws INVALID_ARGUMENT if the date has passed. */
export async function createInviteCodes(
  database: Kysely<Tables>,
  { quantity, expirationDate }: InviteCodeCreation,
  createdBy: string,
  now: Date,
): Promise<InviteCode[]> {
  const expiresAt = new Date(expirationDate);
  if (expiresAt <= now) throw invalidFields({ expirationDate: 'dateInPast' });
  const rows = Array.from({ length: quantity }, () => ({
    code: generateInviteCode(),
    expires_at: expiresAt,
    created_by: createdBy,
    created_at: now,
    used_by: null,
    used_at: null,
  }));
  await database.insertInto('invite_code').values(rows).execute();
  return rows.map((row) => toInviteCode({ ...row, used_by_name: null }, now));
}

/**
 * Locks a usable code. Throws INVALID_ARGUMENT if it is not usable. Reads the clock after acquiring the lock, so that a
 * code revoked during the wait counts as expired.
 */
export async function checkInviteCode(transaction: Transaction, typed: string, clock: Clock): Promise<void> {
  const unused = await transaction
    .selectFrom('invite_code')
    .select('expires_at')
    .where('code', '=', normaliseInviteCode(typed))
    .where('used_by', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!unused || unused.expires_at <= clock.now()) throw invalidFields({ inviteCode: 'inviteCode' });
}

/** Consumes a code for a new user. Throws INVALID_ARGUMENT; a single statement, so that one of two registrations fails. */
export async function takeInviteCode(
  transaction: Transaction,
  typed: string,
  userId: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('invite_code')
    .set({ used_by: userId, used_at: now })
    .where('code', '=', normaliseInviteCode(typed))
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw invalidFields({ inviteCode: 'inviteCode' });
}

/**
 * Revokes an unused code; an expired one is left unchanged. Returns whether it changed. Throws RESOURCE_NOT_FOUND and
 * INVITE_CODE_USED.
 */
export async function revokeInviteCode(transaction: Transaction, code: string, now: Date): Promise<boolean> {
  const found = await transaction
    .selectFrom('invite_code')
    .select(['used_at', 'expires_at'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ProductError('RESOURCE_NOT_FOUND');
  const status = inviteCodeStatus(found.used_at, found.expires_at, now);
  if (status === 'USED') throw new ProductError('REQUEST_FAILED', { reason: 'INVITE_CODE_USED' });
  if (status === 'EXPIRED') return false;
  await transaction.updateTable('invite_code').set({ expires_at: now }).where('code', '=', code).execute();
  return true;
}

/** Returns a code as operators see it. */
export async function getInviteCode(database: Kysely<Tables>, code: string, now: Date): Promise<InviteCode> {
  const row = await selectInviteCodes(database).where('code', '=', code).executeTakeFirstOrThrow();
  return toInviteCode(row, now);
}

/** Returns one page of codes, newest first. */
export async function listInviteCodes(
  database: Database,
  query: Query<'listInviteCodes'>,
  now: Date,
): Promise<Page<InviteCode>> {
  let select = selectInviteCodes(database);
  if (query.search) {
    const pattern = containing(query.search);
    const ofUser = (await usersNamed(database, query.search))(sql`used_by`);
    select = select.where(sql<boolean>`(code ILIKE ${pattern} OR ${ofUser})`);
  }
  if (query.status) select = select.where(statusCondition(query.status, now));
  const page = await selectPage(database, select, query, {
    defaultSort: '-createdAt',
    fields: {
      createdAt: sql.ref('invite_code.created_at'),
      expirationDate: sql.ref('invite_code.expires_at'),
      usedAt: orEarliest(sql.ref('invite_code.used_at')),
    },
    unique: [sql.ref('invite_code.code')],
  });
  return mapPage(page, (row) => toInviteCode(row, now));
}

/** Selects codes with the username of the user who used them. */
function selectInviteCodes(database: Kysely<Tables>) {
  return database
    .selectFrom('invite_code')
    .leftJoin('user_account', 'user_account.id', 'invite_code.used_by')
    .selectAll('invite_code')
    .select('user_account.username as used_by_name');
}

function statusCondition(status: InviteCodeStatus, now: Date) {
  const conditions = {
    USED: sql<boolean>`used_at IS NOT NULL`,
    EXPIRED: sql<boolean>`used_at IS NULL AND expires_at <= ${now}`,
    AVAILABLE: sql<boolean>`used_at IS NULL AND expires_at > ${now}`,
  };
  return conditions[status];
}

function toInviteCode(
  row: Row<'invite_code'> & { readonly used_by_name: string | null },
  now: Date,
): InviteCode {
  return {
    code: row.code,
    status: inviteCodeStatus(row.used_at, row.expires_at, now),
    expirationDate: row.expires_at.toISOString(),
    usedBy: row.used_by_name,
    usedAt: row.used_at?.toISOString() ?? null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

/** A used code stays USED even after its expiration. */
export function inviteCodeStatus(usedAt: Date | null, expiresAt: Date, now: Date): InviteCodeStatus {
  if (usedAt) return 'USED';
  return expiresAt <= now ? 'EXPIRED' : 'AVAILABLE';
}

function grouped(text: string): string {
  return text.match(/.{1,4}/g)?.join('-') ?? '';
}
