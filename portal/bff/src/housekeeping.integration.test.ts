import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { aCustomer, openBooks, type Books } from './testing/books.ts';
import { walletOf } from './ledger/wallets.ts';
import { watchStatements } from './testing/statements.ts';
import { removeExpired } from './housekeeping.ts';

const DAY = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

async function rows(table: 'spent_captcha' | 'recharge'): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    SELECT ${sql.ref(table === 'recharge' ? 'id' : 'signature')} AS id FROM ${sql.table(table)} ORDER BY 1`.execute(
    books.database,
  );
  return found.map(({ id }) => id);
}

describe('an expired row', () => {
  it('is removed from every table except one that cannot be cleaned', async () => {
    await books.asOwner(
      'CREATE TRIGGER stuck BEFORE DELETE ON session FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
    );
    const expired = { signature: 'old', expires_at: daysAgo(1) };
    await books.database.insertInto('spent_captcha').values(expired).execute();
    await expect(removeExpired(books.database, new Date())).rejects.toThrow(
      '1 tables still have expired rows',
    );
    expect(await rows('spent_captcha')).toEqual([]);
    await books.asOwner('DROP TRIGGER stuck ON session');
    await removeExpired(books.database, new Date());
  });

  it('is a recharge that was closed unpaid, after half a year', async () => {
    const userId = await aCustomer(books);
    const recharge = (id: string, status: 'CLOSED' | 'PENDING', days: number) => ({
      ...{ id, status, user_id: userId, account_id: walletOf(userId), method: 'TEST' as const },
      ...{ amount: 100n, payment_amount: 100n, created_at: daysAgo(days) },
      ...{ expires_at: daysAgo(days), next_check_at: daysAgo(days) },
    });
    await books.database
      .insertInto('recharge')
      .values([
        recharge('old', 'CLOSED', 181),
        recharge('open', 'PENDING', 181),
        recharge('young', 'CLOSED', 179),
      ])
      .execute();
    await removeExpired(books.database, new Date());
    expect(await rows('recharge')).toEqual(['open', 'young']);
  });

  it('is found by an index, without reading retained recharges', async () => {
    const userId = await aCustomer(books);
    await books.asOwner(
      `INSERT INTO recharge (id, user_id, account_id, method, status, amount, payment_amount, created_at, expires_at,
         paid_at, provider_transaction_id, received_amount)
       SELECT 'paid-' || n, $1, 'wallet:' || $1, 'TEST', 'QUARANTINED', 1, 2, $2::timestamptz, $2, $2, n, 2
       FROM generate_series(1, 20000) AS n`,
      [userId, daysAgo(200)],
    );
    await books.asOwner('ANALYZE recharge');
    const statements = watchStatements(books.pool);
    const plan = await statements.planOf(/delete from "recharge"/, () =>
      removeExpired(statements.database, new Date()),
    );
    expect(plan).toContain('recharge_unpaid');
  });
});
