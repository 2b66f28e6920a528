import { describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { createLogger } from '../http/logger.ts';
import { useBooks } from '../testing/use-books.ts';
import type { WorkerContext } from './context.ts';
import { dunDue } from './dun.ts';

const books = useBooks();
const MANY = 600;

/** Creates the part of a worker's context that reviews need. */
function aContext(): WorkerContext {
  const dunning = readDunningSchedule({});
  return { database: books.database, dunning, log: createLogger('silent') } as WorkerContext;
}

/** Makes the wallets of many customers due, more than one read returns. */
async function manyDue(): Promise<void> {
  await books.asOwner(`
    INSERT INTO user_account (id, username, password_hash, role, created_at)
    SELECT 'due-' || n, 'due-' || n, '', 'USER', now() FROM generate_series(1, ${MANY}) AS n ON CONFLICT DO NOTHING`);
  await books.asOwner(`
    INSERT INTO dunning (account_id, look_at)
    SELECT 'wallet:due-' || n, billing_clock() - interval '1 hour' + n * interval '1 s' FROM generate_series(1, ${MANY}) AS n
    ON CONFLICT (account_id) DO UPDATE SET look_at = excluded.look_at`);
}

async function countDue(): Promise<number> {
  const { rows } = await sql<{ due: bigint }>`
    SELECT count(*) AS due FROM dunning WHERE look_at <= billing_clock()`.execute(books.database);
  return Number(rows[0]?.due);
}

describe('due wallets of many customers', () => {
  it('are all reviewed while one of them waits for another transaction', async () => {
    await manyDue();
    let reviewing: Promise<void> | undefined;
    await withTransaction(books.database, async (transaction) => {
      await sql`SELECT FROM dunning WHERE account_id = 'wallet:due-1' FOR UPDATE`.execute(transaction);
      reviewing = dunDue(aContext(), new AbortController().signal);
      await eventually(async () => expect(await countDue()).toBeLessThanOrEqual(MANY - 499));
    });
    await reviewing;
    expect(await countDue()).toBe(0);
  });

  it('are retried later if the review fails, and keep the error until one succeeds', async () => {
    await manyDue();
    const stateOf = () =>
      books.database
        .selectFrom('dunning')
        .select(['attempts', 'last_error'])
        .where('account_id', '=', 'wallet:due-1')
        .executeTakeFirstOrThrow();
    const failing = Object.defineProperty(aContext(), 'dunning', {
      get: () => {
        throw new Error('no schedule');
      },
    });
    await dunDue(failing, new AbortController().signal);
    expect(await stateOf()).toEqual({ attempts: 1, last_error: 'Error: no schedule' });
    await manyDue();
    await dunDue(aContext(), new AbortController().signal);
    expect(await stateOf()).toEqual({ attempts: 0, last_error: null });
  });

  it('are left to the next worker when a worker stops', async () => {
    await manyDue();
    const stopping = new AbortController();
    const reviewing = dunDue(aContext(), stopping.signal);
    await eventually(async () => expect(await countDue()).toBeLessThan(MANY));
    stopping.abort();
    await reviewing;
    expect(await countDue()).toBeGreaterThan(0);
  });
});
