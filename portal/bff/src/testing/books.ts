/** A migrated database for tests of money, with customers, orders, runs and an adjustable clock. */
import { randomUUID } from 'node:crypto';
import { usePostgres, type TestDatabase } from '@gpulease/local/testing';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import type { Database } from '../database/schema.ts';
import { placeHold } from '../ledger/holds.ts';
import { expectBooksInOrder } from './books-in-order.ts';
import { findViolations, type Violation } from '../worker/check-books.ts';
import { post } from '../ledger/ledger.ts';
import { settle, type Settlement } from '../metering/settlement.ts';
import { walletOf } from '../ledger/wallets.ts';

export interface Books {
  readonly url: string;
  readonly ownerUrl: string;
  readonly pool: Pool;
  readonly database: Database;
  /** Runs SQL as the owner of the schema. */
  asOwner(text: string, values?: unknown[]): Promise<void>;
  /** Sets how far the billing clock is ahead of the real one. */
  putClockAhead(milliseconds: number): Promise<void>;
  violations(): Promise<Violation[]>;
  close(): Promise<void>;
}

interface BooksOptions {
  /** By default, a new database on the test run's PostgreSQL. */
  readonly on?: TestDatabase;
}

/** Opens a migrated database; close it in `afterAll`. */
export async function openBooks({ on }: BooksOptions = {}): Promise<Books> {
  const access = on ?? (await usePostgres());
  await migrate({ ownerUrl: access.ownerUrl });
  const pool = createPool(access.url);
  const owner = createPool(access.ownerUrl, 1);
  const database = createDatabase(pool);
  const asOwner = async (text: string, values: unknown[] = []) => {
    await owner.query(text, values);
  };
  return {
    ...access,
    pool,
    database,
    asOwner,
    putClockAhead: (milliseconds) =>
      asOwner(
        `INSERT INTO billing_clock_advance (ahead) VALUES ($1 * interval '1 ms')
         ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead`,
        [milliseconds],
      ),
    violations: () => findViolations(database),
    async close() {
      await expectBooksInOrder(database);
      await Promise.all([database.destroy(), owner.end()]);
      await access.drop();
    },
  };
}

/** Creates a customer with `fen` in the wallet and returns the user's id. */
export async function aCustomer(books: Books, fen = 0n): Promise<string> {
  const id = randomUUID();
  await books.asOwner(
    `INSERT INTO user_account (id, username, password_hash, role, created_at) VALUES ($1, $2, '', 'USER', now())`,
    [id, `user-${id.slice(0, 8)}`],
  );
  if (fen > 0n) await give(books.database, id, fen);
  return id;
}

/** Credits a wallet as an admin does. */
export async function give(database: Database, userId: string, fen: bigint): Promise<void> {
  await withTransaction(database, (transaction) =>
    post(transaction, {
      kind: 'ADJUSTMENT',
      idempotencyKey: `test:${randomUUID()}`,
      wallet: walletOf(userId),
      counterpart: 'adjustments',
      amount: fen,
      actor: 'test',
      reason: 'money for a test',
    }),
  );
}

export interface OrderTerms {
  readonly price: bigint;
  readonly unit: 'SECOND' | 'MINUTE' | 'HOUR';
  readonly quantity: bigint;
  /** Fen to hold; 0 for no hold. */
  readonly hold: bigint;
}

interface OrderChange extends Partial<OrderTerms> {
  /** The uid of its Workload; random if absent. */
  readonly uid?: string;
  readonly mode?: 'ON_DEMAND' | 'SPOT';
  /** Fen for an unpaid reserved term of one day. */
  readonly termCharge?: bigint;
}

const terms: OrderTerms = { price: 1_580_000n, unit: 'HOUR', quantity: 1n, hold: 158n };

/** Creates an active order, by default on demand, bound to a Workload, and returns its id and the uid. */
export async function anOrder(
  { database }: Pick<Books, 'database'>,
  userId: string,
  { uid = randomUUID(), mode = 'ON_DEMAND', termCharge, ...change }: OrderChange = {},
): Promise<{ orderId: string; uid: string }> {
  const { price, unit, quantity, hold } = { ...terms, ...change };
  const orderId = randomUUID();
  const accountId = walletOf(userId);
  await withTransaction(database, async (transaction) => {
    await sql`
      INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, workload_uid, spec, gpus,
        policy, mode, price, unit, quantity, term_units, accepted_at, term_charge, term_start, term_end)
      VALUES (${orderId}, ${userId}, ${accountId}, ${`u-${userId}`}, ${`w-${uid.slice(0, 8)}`}, 'PORTAL', 'ACTIVE',
        ${uid}, '{}', 1, 'on-demand', ${termCharge === undefined ? mode : 'RESERVED'}, ${price}, ${unit}, ${quantity}, 1,
        billing_clock(), ${termCharge ?? null},
        CASE WHEN ${termCharge !== undefined} THEN billing_clock() END,
        CASE WHEN ${termCharge !== undefined} THEN billing_clock() + interval '1 day' END)`.execute(
      transaction,
    );
    if (hold > 0n) await placeHold(transaction, { orderId, accountId, price, unit, amount: hold });
  });
  return { orderId, uid };
}

/** Creates a run of an order, open unless it has an end. `isFree` is for a run in a reserved term. */
export async function aRun(
  { database }: Pick<Books, 'database'>,
  orderId: string,
  { from, until, isFree = false }: { from: Date; until?: Date; isFree?: boolean },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO usage_segment (order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at,
      stopped_at, charged_through)
    SELECT id, account_id, workload_uid, ${randomUUID()}, CASE WHEN ${isFree} THEN 0 ELSE price END, unit, quantity, ${from},
      ${until ?? null}, ${from}
    FROM workload_order WHERE id = ${orderId}
    RETURNING id`.execute(database);
  return (rows[0] as { id: bigint }).id;
}

/** Ends an open run. */
export async function endRun({ database }: Books, id: bigint, at: Date): Promise<void> {
  await sql`UPDATE usage_segment SET stopped_at = ${at} WHERE id = ${id}`.execute(database);
}

export function settleNow({ database }: Books, ...userIds: string[]): Promise<Settlement> {
  return withTransaction(database, (transaction) => settle(transaction, userIds.map(walletOf)));
}

export interface WalletState {
  readonly balance: bigint;
  readonly held: bigint;
}

export function walletState({ database }: Books, userId: string): Promise<WalletState> {
  return database
    .selectFrom('wallet')
    .select(['balance', 'held'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
