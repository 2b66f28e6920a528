import type { Query } from '@gpulease/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../http/handler.ts';
import { listAuditEntries, listSignInRefusals } from '../audit/list.ts';
import { listInviteCodes } from '../identity/invite-codes.ts';
import { listUsers } from '../identity/users.ts';
import { noticeHandlers } from '../notices/handlers.ts';
import { listAllRecharges } from '../payments/operated-recharges.ts';
import { listRecharges } from '../payments/recharge-view.ts';
import { listRefunds } from '../payments/refunds.ts';
import { aCustomer, openBooks, type Books } from '../testing/books.ts';
import { watchStatements, type Statements } from '../testing/statements.ts';
import { userFacts } from '../workloads/user-facts.ts';
import type { Paging, Part } from './page.ts';
import type { Database } from '../database/schema.ts';
import type { Position } from './sorting.ts';

/** Enough rows for PostgreSQL to read a page from an index rather than sort. */
const ROWS = 6_000;
const A_THIRD = 2_101;

/** Many rows per table, some with equal times. */
const filled = `
  INSERT INTO user_account (id, username, password_hash, role, created_at, last_login_at)
    SELECT 'id-' || n, 'many-' || n, '', 'ADMIN', moment, CASE WHEN n % 2 = 0 THEN moment END FROM many;
  INSERT INTO audit_entry (at, actor, action, subject, outcome) SELECT moment, 'a', 'LOGIN', 's', 'SUCCESS' FROM many;
  INSERT INTO sign_in_refusal (hour, action, username, network, last_at, last_request_id)
    SELECT date_trunc('hour', moment), 'LOGIN', 'name-' || n, '', moment, '' FROM many;
  INSERT INTO invite_code (code, expires_at, created_by, created_at)
    SELECT 'code-' || n, now(), 'admin', moment FROM many;
  INSERT INTO recharge (id, user_id, account_id, method, status, amount, payment_amount, created_at, expires_at)
    SELECT 'r-' || n, $user, 'wallet:' || $user, 'TEST', 'CLOSED', 1, 1, moment, moment FROM many;
  INSERT INTO refund (id, recharge_id, user_id, account_id, method, source, status, amount, actor, reason, created_at,
      finished_at, next_check_at)
    SELECT 'f-' || n, 'r-' || n, $user, 'wallet:' || $user, 'TEST', 'QUARANTINE', 'FAILED', 1, 'admin', '', moment, moment, moment
    FROM many;
  INSERT INTO notice (user_id, kind, key, subject, created_at)
    SELECT CASE WHEN n % 20 = 0 THEN $user ELSE 'id-' || n END, 'SIGN_IN', n, '', moment FROM many`;

let books: Books;
let userId: string;
let watched: Database;
let statements: Statements;
beforeAll(async () => {
  books = await openBooks();
  userId = await aCustomer(books);
  const many = `(SELECT n, now() - n / 10 * interval '1.234567 s' AS moment FROM generate_series(1, ${ROWS}) AS n) AS many`;
  await books.asOwner(filled.replaceAll('FROM many', `FROM ${many}`).replaceAll('$user', `'${userId}'`));
  await books.asOwner('ANALYZE');
  statements = watchStatements(books.pool);
  watched = statements.database;
});
afterAll(() => books.close());

const lists: Readonly<Record<string, (query: never) => Promise<unknown>>> = {
  users: (query: Query<'listUsers'>) => listUsers(watched, userFacts(watched), query),
  'audit entries': (query: Query<'listAuditEntries'>) => listAuditEntries(watched, query),
  'refused sign-ins': (query: Query<'listSignInRefusals'>) => listSignInRefusals(watched, query),
  'invite codes': (query: Query<'listInviteCodes'>) => listInviteCodes(watched, query, new Date()),
  recharges: (query: Query<'listAllRecharges'>) => listAllRecharges(watched, query),
  'recharges of a user': (query: Query<'listRecharges'>) => listRecharges(watched, userId, query),
  refunds: (query: Query<'listRefunds'>) => listRefunds(watched, query),
  'notices of a user': (query: Query<'listNotices'>) =>
    noticeHandlers(watched, () => undefined).listNotices({ query, params: undefined, body: undefined }, {
      caller: { id: userId },
    } as Context<'listNotices'>),
};

async function read<Item = object>(list: string, query: Partial<Paging> & { status?: string } = {}) {
  return (await lists[list]!({ page: 1, pageSize: 20, ...query } as never)) as Part<Item>;
}

const planOf = (list: string, paging: Partial<Paging>) =>
  statements.planOf(/limit/i, () => read(list, paging));

describe('a page of a long list', () => {
  it.each(Object.keys(lists))('of %s is read only from an index', async (list) => {
    expect(await planOf(list, {})).not.toMatch(/Seq Scan|Sort/);
    const { next } = await read(list, { after: [] });
    expect(await planOf(list, { after: next! })).not.toMatch(/Seq Scan|Sort/);
  });
});

describe('reading a whole list part by part', () => {
  it.each([
    ['users', 'lastLoginAt'],
    ['users', '-lastLoginAt'],
    ['users', 'username'],
    ['users', '-balance'],
    ['users', 'workloads'],
    ['audit entries', '-at'],
    ['refused sign-ins', 'tries'],
    ['invite codes', '-usedAt'],
    ['recharges', 'amount'],
  ])('of %s by %s reads each row once, in page order', async (list, sort) => {
    const parts = await partsOf(list, { sort, pageSize: A_THIRD });
    const rows = parts.flat();
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await read(list, { sort, page, pageSize: A_THIRD }));
    expect(rows.length).toBeGreaterThanOrEqual(ROWS);
    expect(rows).toEqual(pages.flatMap(({ items }) => items));
  });

  it('puts the users with the highest balance first, and operators, who have no wallet, last', async () => {
    const [first] = (await read<{ balance: string | null }>('users', { sort: '-balance' })).items;
    expect(first?.balance).toBe('0.00');
    const [last] = (await read<{ balance: string | null }>('users', { sort: 'balance' })).items;
    expect(last?.balance).toBeNull();
  });

  it('misses no row when others leave the list meanwhile', async () => {
    const redeem = (codes: readonly { code: string }[]) =>
      books.pool.query('UPDATE invite_code SET used_by = $1, used_at = now() WHERE code = ANY($2)', [
        userId,
        codes.slice(0, 300).map(({ code }) => code),
      ]);
    const parts = await partsOf<{ code: string }>(
      'invite codes',
      { status: 'EXPIRED', pageSize: 1_500 },
      redeem,
    );
    expect(new Set(parts.flat().map(({ code }) => code)).size).toBe(ROWS);
  });
});

/** Reads all parts of a list in turn and calls `between` after each. */
async function partsOf<Item = object>(
  list: string,
  query: Parameters<typeof read>[1],
  between: (items: readonly Item[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<Item[][]> {
  const parts: Item[][] = [];
  for (let after: Position | null = []; after !== null;) {
    const { items, next }: Part<Item> = await read<Item>(list, { ...query, after });
    parts.push(items);
    await between(items);
    after = next;
  }
  return parts;
}
