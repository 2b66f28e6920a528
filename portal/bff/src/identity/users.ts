/** Accounts of customers and admins. */
import { randomUUID } from 'node:crypto';
import type { User } from '@gpulease/contract/users';
import type { WaysIn } from '@gpulease/contract/auth';
import type { Page } from '@gpulease/contract/common';
import type { ActivityStatus, Language, Role } from '@gpulease/contract/enums';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { DAY_MS } from '../clock.ts';
import { violatedConstraint } from '../database/errors.ts';
import { selectPage } from '../lists/page.ts';
import { containing } from '../lists/search.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { orEarliest } from '../lists/sorting.ts';
import { ProductError } from '../http/product-error.ts';
import { updateTenant } from '../tenants/requests.ts';
import { endSessionsOf } from './sessions.ts';
import { TERMS_VERSION } from './terms-version.ts';

export interface NewUser {
  /** The id of a recreated account; random by default. */
  readonly id?: string;
  readonly username: string;
  /** null for admins and accounts created by single sign-on. */
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly role: Role;
  /** The language of the registration page, for messages until the profile sets another; null by default. */
  readonly language?: Language | null;
  /** false if the password is random and unknown; true by default. */
  readonly hasPassword?: boolean;
  /** Whether the password was generated; false by default. */
  readonly mustChangePassword?: boolean;
}

/** How long a generated password is valid. */
const FIRST_PASSWORD_MS = 3 * DAY_MS;

/** Returns the stored fields of a generated password. */
function firstPassword(now: Date) {
  return { must_change_password: true, first_password_until: new Date(now.getTime() + FIRST_PASSWORD_MS) };
}

const takenBy: Readonly<Record<string, ConstructorParameters<typeof ProductError>>> = {
  user_account_username_key: ['NAME_TAKEN', { reason: 'USERNAME_TAKEN' }],
  user_account_phone_key: ['PHONE_TAKEN'],
  user_account_email_key: ['EMAIL_TAKEN'],
};

/** Throws the product error for a taken name, phone or email; rethrows other errors. */
function refuseTaken(error: unknown): never {
  const [code, details] = takenBy[violatedConstraint(error) ?? ''] ?? [];
  throw code ? new ProductError(code, details, { cause: error }) : error;
}

/** Creates an account. Returns its id. Throws NAME_TAKEN or PHONE_TAKEN. */
export async function createUser(transaction: Transaction, user: NewUser, now: Date): Promise<string> {
  const { id = randomUUID() } = user;
  await transaction
    .insertInto('user_account')
    .values({
      id,
      username: user.username,
      phone: user.phone,
      email: null,
      password_hash: user.passwordHash,
      has_password: user.hasPassword ?? true,
      ...(user.mustChangePassword && firstPassword(now)),
      role: user.role,
      language: user.language ?? null,
      terms_version: user.role === 'USER' ? TERMS_VERSION : null,
      created_at: now,
      last_login_at: null,
    })
    .execute()
    .catch(refuseTaken);
  return id;
}

/** Changes the phone or email of an account; absent fields stay unchanged. Throws PHONE_TAKEN or EMAIL_TAKEN. */
export async function changeContact(
  transaction: Transaction,
  id: string,
  contact: { readonly phone?: string | null; readonly email?: string | null },
): Promise<void> {
  const update = transaction.updateTable('user_account').set(contact).where('id', '=', id);
  await update.execute().catch(refuseTaken);
}

/** Sets an account's password and ends all its sessions. */
export async function setPassword(transaction: Transaction, id: string, passwordHash: string): Promise<void> {
  await transaction
    .updateTable('user_account')
    .set({
      ...{ password_hash: passwordHash, has_password: true },
      ...{ must_change_password: false, first_password_until: null },
    })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(transaction, id);
}

/** Sets an operator's generated password, enables the account and revokes all other access. */
export async function setFirstPassword(
  transaction: Transaction,
  { id, passwordHash }: { readonly id: string; readonly passwordHash: string },
  now: Date,
): Promise<void> {
  await setPassword(transaction, id, passwordHash);
  await endOtherWaysIn(transaction, id);
  const change = { ...firstPassword(now), status: 'active' } as const;
  await transaction.updateTable('user_account').set(change).where('id', '=', id).execute();
}

const NOTHING: WaysIn = { apiTokens: [], singleSignOn: false };

/** Revokes API tokens and the single sign-on link, except those in `keep`. */
export async function endOtherWaysIn(
  transaction: Transaction,
  id: string,
  keep: WaysIn = NOTHING,
): Promise<void> {
  const tokens = transaction.deleteFrom('api_token').where('user_id', '=', id);
  await (keep.apiTokens.length > 0 ? tokens.where('name', 'not in', keep.apiTokens) : tokens).execute();
  if (!keep.singleSignOn) await transaction.deleteFrom('oidc_identity').where('user_id', '=', id).execute();
}

/** Returns the account's API tokens, sorted by name, and whether single sign-on is linked. */
export async function waysInOf(database: Database | Transaction, id: string): Promise<WaysIn> {
  const tokens = await database
    .selectFrom('api_token')
    .select('name')
    .where('user_id', '=', id)
    .orderBy('name')
    .execute();
  const link = await database
    .selectFrom('oidc_identity')
    .select('subject')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return { apiTokens: tokens.map(({ name }) => name), singleSignOn: link !== undefined };
}

/** Returns the account with this name, phone or email address, if any. */
export function findAccount(database: Database, by: 'username' | 'phone' | 'email', value: string) {
  return database.selectFrom('user_account').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Returns the account with this name. Throws RESOURCE_NOT_FOUND. */
export async function mustFindByUsername(database: Database, username: string): Promise<Row<'user_account'>> {
  const account = await findAccount(database, 'username', username);
  if (!account) throw new ProductError('RESOURCE_NOT_FOUND');
  return account;
}

/** Like `mustFindByUsername`, but throws for operators too, who rent nothing. */
export async function mustFindCustomer(database: Database, username: string): Promise<Row<'user_account'>> {
  const account = await mustFindByUsername(database, username);
  if (account.role !== 'USER') throw new ProductError('RESOURCE_NOT_FOUND');
  return account;
}

/** Returns the account with this id, which must exist. */
export function userById(database: Database, id: string): Promise<Row<'user_account'>> {
  return database.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Enables or disables an account. Disabling ends its sessions and suspends its Tenant. Throws FORBIDDEN for the last admin. */
export async function setUserStatus(
  transaction: Transaction,
  id: string,
  status: ActivityStatus,
): Promise<void> {
  const admins = await transaction
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .forUpdate()
    .execute();
  const isLastAdmin = admins.length === 1 && admins[0]?.id === id;
  if (status === 'inactive' && isLastAdmin) throw new ProductError('FORBIDDEN');
  const { username, role } = await transaction
    .updateTable('user_account')
    .set({ status })
    .where('id', '=', id)
    .returning(['username', 'role'])
    .executeTakeFirstOrThrow();
  if (status === 'inactive') await endSessionsOf(transaction, id);
  if (role === 'USER') await updateTenant(transaction, { id, username, status });
}

/** Facts about users from other areas: balance, debt and number of workloads, by user id. */
export interface UserFacts {
  factsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, UserFact>>;
  /** Selects the ids of users whose balance lasts less than a day. */
  readonly lowOnFunds: RawBuilder<unknown>;
  /** Sort expressions, never NULL. */
  readonly sorts: Readonly<Record<'balance' | 'workloads', RawBuilder<unknown>>>;
}
export interface UserFact {
  /** Yuan, two decimals. */
  readonly balance: string;
  /** The part of the balance that is not held for orders. */
  readonly available: string;
  readonly owed: string;
  readonly workloads: number;
}

/** Returns one page of accounts, newest first. */
export async function listUsers(
  database: Database,
  facts: UserFacts,
  query: Query<'listUsers'>,
): Promise<Page<User>> {
  let select = database.selectFrom('user_account').selectAll();
  const { search, role, status, funds } = query;
  if (search) {
    const pattern = containing(search);
    select = select.where((row) =>
      row.or([
        row('username', 'ilike', pattern),
        row('phone', 'like', pattern),
        row('email', 'ilike', pattern),
      ]),
    );
  }
  if (role) select = select.where('role', '=', role);
  if (status) select = select.where('status', '=', status);
  if (funds) select = select.where(sql<boolean>`id IN (${facts.lowOnFunds})`);
  const page = await selectPage(database, select, query, {
    defaultSort: '-createdAt',
    fields: {
      createdAt: sql.ref('created_at'),
      username: sql.ref('username'),
      lastLoginAt: orEarliest(sql.ref('last_login_at')),
      ...facts.sorts,
    },
    unique: [sql.ref('id')],
  });
  return { ...page, items: await withFacts(facts, page.items) };
}

/** Operators have no wallet. */
function moneyOf({ role }: Row<'user_account'>, fact: UserFact | undefined) {
  if (role === 'ADMIN') return { balance: null, available: null, owed: null };
  const { balance = '0.00', available = '0.00', owed = '0.00' } = fact ?? {};
  return { balance, available, owed };
}

/** Returns accounts as operators see them. */
export async function withFacts(facts: UserFacts, accounts: readonly Row<'user_account'>[]): Promise<User[]> {
  const byId = await facts.factsOf(accounts.map(({ id }) => id));
  return accounts.map((account) => {
    const fact = byId.get(account.id);
    return {
      username: account.username,
      phone: account.phone,
      email: account.email,
      role: account.role,
      status: account.status,
      ...moneyOf(account, fact),
      workloads: fact?.workloads ?? 0,
      secondFactor: account.second_factor_at !== null,
      createdAt: account.created_at.toISOString(),
      lastLoginAt: account.last_login_at?.toISOString() ?? null,
    };
  });
}
