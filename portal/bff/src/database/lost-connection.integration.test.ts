import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { sharedServers } from '@gpulease/local/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { toProductError } from '../http/error-answer.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { withTransaction } from './database.ts';

let portal: TestPortal;
/** Connections of the server's administrator, and of another client that holds a lock. */
let administrator: pg.Client;
let other: pg.Client;
beforeAll(async () => {
  portal = await startTestPortal();
  administrator = new pg.Client({ connectionString: sharedServers().postgres.superuserUrl });
  other = new pg.Client({ connectionString: portal.ownerUrl });
  await Promise.all([administrator.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([administrator.end(), other.end()]);
  await portal.stop();
});

/** Terminates the only connection that matches a condition on `pg_stat_activity`, like a failover or an administrator. */
async function terminate(condition: string): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await administrator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND ${condition}`,
      [new URL(portal.ownerUrl).pathname.slice(1)],
    );
    expect(rowCount).toBe(1);
  }, 15_000);
}

describe('a connection that PostgreSQL ends inside a transaction', () => {
  it('fails a request that waits for a lock, changes nothing, and lets the client retry', async () => {
    const customer = await portal.customer('waits');
    const body = {
      currentPassword: testPassword,
      newPassword: 'another horse 8',
      confirmPassword: 'another horse 8',
    };
    await other.query('BEGIN');
    await other.query('LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE');
    const asked = customer.call('changePassword', { body });
    await terminate("wait_event_type = 'Lock'");
    const { status, error } = await asked;
    expect([status, error.code]).toEqual([503, 'SERVER_ERROR']);
    await other.query('ROLLBACK');
    expect((await customer.call('changePassword', { body })).status).toBe(204);
  });

  it('between two statements fails the next one and leaves other connections open', async () => {
    const broken = withTransaction(portal.database, async (transaction) => {
      await sql`SELECT 'between two statements'`.execute(transaction);
      await terminate("state = 'idle in transaction' AND query LIKE '%between two statements%'");
      await sql`SELECT 1`.execute(transaction);
    });
    // The next statement encounters PostgreSQL's error message, the closed socket, or a client that has already seen either.
    const error: unknown = await broken.then(() => undefined, toProductError);
    expect(error).toMatchObject({ code: 'SERVER_ERROR' });
    expect((await sql`SELECT 1`.execute(portal.database)).rows).toHaveLength(1);
    expect((await portal.client().call('getConfig', {})).status).toBe(200);
  });
});
