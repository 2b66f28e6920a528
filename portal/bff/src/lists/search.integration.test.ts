import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listInviteCodes } from '../identity/invite-codes.ts';
import { listRecords } from '../metering/records.ts';
import { sumRecords } from '../metering/totals.ts';
import { listApprovals } from '../payments/approvals/view.ts';
import { listAllRecharges } from '../payments/operated-recharges.ts';
import { listRefunds } from '../payments/refunds.ts';
import { openBooks, type Books } from '../testing/books.ts';
import { watchStatements, type Statements } from '../testing/statements.ts';
import { listDestroyed } from '../workloads/destroyed.ts';
import type { Page } from '@gpulease/contract/common';
import type { Database } from '../database/schema.ts';

const ROWS = 8_000;

/** One row per table and customer, without consistent books. */
const filled = `
  INSERT INTO user_account (id, username, password_hash, role, created_at)
    SELECT 'id-' || n, 'many-' || n, '', 'USER', moment FROM many;
  INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, spec, gpus, policy, mode, price, unit,
      quantity, term_units, accepted_at, closed_at)
    SELECT md5(n::text)::uuid, 'id-' || n, 'wallet:id-' || n, 'u', 'box-' || n, 'PORTAL', 'CLOSED', '{}', 1, 'hourly', 'ON_DEMAND', 1,
      'HOUR', 1, 1, moment, moment FROM many;
  INSERT INTO billing_record (account_id, order_id, day, kind, amount, ms, sequence, balance_after, at)
    SELECT 'wallet:id-' || n, md5(n::text)::uuid, moment::date, 'USAGE', -1, 1, 1, 0, moment FROM many;
  INSERT INTO billing_record (account_id, day, transaction_id, kind, amount, ms, method, sequence, balance_after, at, actor, reason)
    SELECT 'wallet:id-' || n, moment::date, -n, 'ADJUSTMENT', 1, 0, 'ADMIN', 2, 0, moment, 'a', 'ticket ' || n FROM many;
  INSERT INTO workload_archive (workload_uid, order_id, user_id, namespace, name, object, archived_at)
    SELECT 'uid-' || n, md5(n::text)::uuid, 'id-' || n, 'u', 'box-' || n, jsonb_build_object(
      'metadata', jsonb_build_object('name', 'box-' || n, 'creationTimestamp', moment),
      'spec', jsonb_build_object('sku', 'sku-' || n, 'image', 'image-' || n, 'pricing', jsonb_build_object('policy', 'hourly')),
      'status', jsonb_build_object('placed', jsonb_build_object('node', 'node-' || n))), moment FROM many;
  INSERT INTO invite_code (code, expires_at, created_by, created_at, used_by, used_at)
    SELECT 'CODE-' || n, moment, 'admin', moment, 'id-' || n, moment FROM many;
  INSERT INTO recharge (id, user_id, account_id, method, status, amount, payment_amount, created_at, expires_at)
    SELECT 'R' || n || 'x', 'id-' || n, 'wallet:id-' || n, 'TEST', 'CLOSED', 1, 1, moment, moment FROM many;
  INSERT INTO refund (id, recharge_id, user_id, account_id, method, source, status, amount, actor, reason, created_at,
      finished_at, next_check_at)
    SELECT 'f-' || n, 'R' || n || 'x', 'id-' || n, 'wallet:id-' || n, 'TEST', 'QUARANTINE', 'FAILED', 1, 'admin', 'reason ' || n, moment,
      moment, moment FROM many;
  INSERT INTO approval (id, kind, user_id, amount, reason, asked_by, balance_before, balance_after, created_at, expires_at)
    SELECT 'A' || n || 'x', 'ADJUSTMENT', 'id-' || n, 1, 'cause ' || n, 'clerk-' || n, 0, 1, moment, moment + interval '1 day' FROM many`;

let books: Books;
let watched: Database;
let statements: Statements;
beforeAll(async () => {
  books = await openBooks();
  const many = `(SELECT n, now() - n * interval '1 s' AS moment FROM generate_series(1, ${ROWS}) AS n) AS many`;
  for (const statement of filled.split(';'))
    await books.asOwner(statement.replace('FROM many', `FROM ${many}`));
  await books.asOwner('ANALYZE');
  statements = watchStatements(books.pool);
  watched = statements.database;
});
afterAll(async () => {
  await books.asOwner('TRUNCATE billing_record');
  await books.close();
});

const page = { page: 1, pageSize: 20 };
type List = (search: string) => Promise<Page<object>>;

const lists: Readonly<Record<string, List>> = {
  billings: (search) => listRecords(watched, { ...page, search }),
  recharges: (search) => listAllRecharges(watched, { ...page, search }),
  refunds: (search) => listRefunds(watched, { ...page, search }),
  approvals: (search) => listApprovals(watched, { ...page, search }),
  'invite codes': (search) => listInviteCodes(watched, { ...page, search }, new Date()),
  'destroyed machines': (search) => listDestroyed(watched, [], { ...page, search }),
};

/** Search terms of each list, with the number of rows that they match. */
const terms: readonly (readonly [list: string, search: string, total: number])[] = [
  ['billings', 'many-7777', 2],
  ['billings', 'box-7777', 1],
  ['billings', 'ticket 7777', 1],
  ['recharges', 'many-7777', 1],
  ['recharges', 'R7777x', 1],
  ['refunds', 'many-7777', 1],
  ['refunds', 'R7777x', 1],
  ['refunds', 'reason 7777', 1],
  ['approvals', 'many-7777', 1],
  ['approvals', 'A7777x', 1],
  ['approvals', 'clerk-7777', 1],
  ['approvals', 'cause 7777', 1],
  ['invite codes', 'many-7777', 1],
  ['invite codes', 'code-7777', 1],
  ['destroyed machines', 'many-7777', 1],
  ['destroyed machines', 'node-7777', 1],
  ['destroyed machines', 'uid-7777', 1],
];

/** Expects that the list, its count and its key lookups scan no table sequentially or in time order. */
async function expectLookups(work: () => Promise<unknown>, ...statementsLike: RegExp[]): Promise<void> {
  for (const pattern of [/AS key/, ...statementsLike]) {
    expect(await statements.planOf(pattern, work)).not.toMatch(/Seq Scan|Index.* Scan .*using \w+_by_time/);
  }
}

const listed = [/ORDER BY[^]*LIMIT/i, /count\(/];

describe('searching a long list', () => {
  it.each(terms)('of %s for %s finds its rows by index', async (list, search, total) => {
    expect((await lists[list]!(search)).total).toBe(total);
    await expectLookups(() => lists[list]!(search), ...listed);
  });

  it.each(Object.keys(lists))('of %s for a missing value finds nothing by index', async (list) => {
    expect((await lists[list]!('nothing')).items).toEqual([]);
    await expectLookups(() => lists[list]!('nothing'), ...listed);
  });

  it.each(Object.keys(lists))('of %s for a common value finds the newest rows', async (list) => {
    const { items, total } = await lists[list]!('many-');
    expect(items).toHaveLength(20);
    expect(total).toBeGreaterThanOrEqual(ROWS);
    expect(items.slice(0, 1)).toEqual((await lists[list]!('many-1')).items.slice(0, 1));
  });

  it('sums the records that it finds by index', async () => {
    const sum = () => sumRecords(watched, { search: 'many-7777' });
    expect(await sum()).toMatchObject({ credited: '0.01', used: '0.01' });
    await expectLookups(sum, /recharged/);
  });
});

it('a destroyed machine whose owner only the cluster knows is found by the id of the owner', async () => {
  const orphan = {
    workload: {
      metadata: { uid: 'u', name: 'left', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { pricing: {} },
    },
    userId: 'somebody-else',
  };
  const { total } = await listDestroyed(books.database, [orphan as never], { ...page, search: 'body-el' });
  expect(total).toBe(1);
});
