import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { withTransaction } from '../database/database.ts';
import { notify } from '../notices/notify.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { jobHandlers } from './handlers.ts';
import { jobMetrics } from './metrics.ts';
import { enqueue } from './outbox.ts';
import { runOutbox } from './runner.ts';

let portal: TestPortal;
let admin: ApiClient;
let customer: ApiClient;
let userId: string;
beforeAll(async () => {
  portal = await startTestPortal({ handlers: ({ database }) => jobHandlers(database) });
  admin = await portal.admin();
  customer = await portal.customer('renter');
  ({ id: userId } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'renter')
    .executeTakeFirstOrThrow());
});
afterAll(() => portal.stop());

async function listed(query: { name?: string; status?: string; search?: string } = {}) {
  const { body } = await admin.call('listJobs', { query: query as object });
  return body.items;
}

const away = 'Error: The API server is away';

/** Enqueues a Tenant that cannot be applied until `recover` brings the API server back. */
async function aFailingTenant(): Promise<{ recover: () => void; stop: () => Promise<void> }> {
  const { database, log } = portal;
  let isAway = true;
  await withTransaction(database, (transaction) => enqueue(transaction, 'tenant', userId, {}));
  const tenant = () => (isAway ? Promise.reject(new Error('The API server is away')) : Promise.resolve());
  const runner = runOutbox({ database, log, handlers: { tenant } });
  await eventually(async () => expect(await listed({ status: 'FAILING' })).not.toEqual([]));
  return { recover: () => void (isAway = false), stop: () => runner.stop() };
}

describe('a job that fails', () => {
  it('is shown with its user, newest error and next attempt, and runs at once when an operator retries it', async () => {
    const { recover, stop } = await aFailingTenant();
    // A backoff longer than the test.
    await sql`UPDATE outbox SET next_attempt_at = now() + interval '1 hour' WHERE done_at IS NULL`.execute(
      portal.database,
    );
    const [job, ...others] = await listed({ name: 'APPLY_TENANT' });
    expect(others).toEqual([]);
    expect(job).toMatchObject({ name: 'APPLY_TENANT', status: 'FAILING', user: 'renter', lastError: away });
    expect(Date.parse(job?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
    recover();
    const { status } = await admin.call('retryJob', { params: { id: job?.id ?? '' } });
    expect(status).toBe(204);
    await eventually(async () => expect(await listed({ name: 'APPLY_TENANT' })).toEqual([]));
    await stop();
    const entry = portal.database.selectFrom('audit_entry').selectAll().where('action', '=', 'RETRY_JOB');
    expect(await entry.execute()).toMatchObject([{ actor: 'admin', subject: job?.id }]);
  });

  it('is counted by name', async () => {
    const { recover, stop } = await aFailingTenant();
    const registry = new Registry();
    jobMetrics(registry, portal.database);
    const text = await registry.metrics();
    expect(text).toContain('gpulease_jobs{name="APPLY_TENANT",state="FAILING"} 1');
    expect(text).toContain('gpulease_jobs{name="SEND_EMAIL",state="FAILING"} 0');
    expect(text).toMatch(/gpulease_jobs_oldest_seconds\{name="APPLY_TENANT"\} 0\.\d+/);
    recover();
    await eventually(async () => expect(await listed({ name: 'APPLY_TENANT' })).toEqual([]));
    await stop();
  });
});

const tomorrow = sql`now() + interval '1 day'`;

describe('every kind of waiting job', () => {
  /** Writes the waiting rows directly; no worker processes them here. */
  beforeAll(async () => {
    const { database } = portal;
    await withTransaction(database, (transaction) =>
      notify(transaction, { userId, kind: 'FUNDS_LOW', key: 'a', subject: 'wallet' }),
    );
    const wallet = `wallet:${userId}`;
    await sql`INSERT INTO recharge (id, user_id, account_id, method, amount, payment_amount, created_at, expires_at)
      VALUES ('R1', ${userId}, ${wallet}, 'TEST', 100, 100, now(), ${tomorrow})`.execute(database);
    await sql`INSERT INTO refund (id, recharge_id, user_id, account_id, method, source, status, amount, actor, reason, created_at, next_check_at)
      VALUES ('F1', 'R1', ${userId}, ${wallet}, 'TEST', 'QUARANTINE', 'PENDING', 100, 'admin', 'test', now(), ${tomorrow})`.execute(
      database,
    );
    await sql`INSERT INTO payment_reconciliation (method, day, next_check_at) VALUES ('TEST', '2026-11-25', ${tomorrow})`.execute(
      database,
    );
    await sql`INSERT INTO dunning (account_id, look_at, attempts, last_error) VALUES (${wallet}, ${tomorrow}, 1, 'Error: no')
      ON CONFLICT (account_id) DO UPDATE SET look_at = excluded.look_at, attempts = 1, last_error = 'Error: no'`.execute(
      database,
    );
    await sql`INSERT INTO funding_look (account_id, look_at) VALUES (${wallet}, now() - interval '1 hour')
      ON CONFLICT (account_id) DO UPDATE SET look_at = excluded.look_at`.execute(database);
    await withTransaction(database, async (transaction) => {
      await enqueue(transaction, 'workload.stop', '00000000-0000-4000-8000-000000000000', {});
      await enqueue(transaction, 'alarm', 'WEBHOOK', {});
    });
    await sql`UPDATE outbox SET next_attempt_at = ${tomorrow} WHERE done_at IS NULL`.execute(database);
    await sql`UPDATE notice_delivery SET next_attempt_at = ${tomorrow}`.execute(database);
    await sql`UPDATE recharge SET next_check_at = ${tomorrow}`.execute(database);
  });
  afterAll(async () => {
    for (const table of ['refund', 'recharge', 'notice', 'outbox'])
      await sql`DELETE FROM ${sql.table(table)}`.execute(portal.database);
  });

  it.each([
    ['CHECK_RECHARGE', 'R1', 'renter', 'WAITING'],
    ['CARRY_OUT_REFUND', 'F1', 'renter', 'WAITING'],
    ['COMPARE_BILL', 'TEST 2026-11-25', null, 'WAITING'],
    ['SEND_SMS', null, 'renter', 'WAITING'],
    ['SEND_ALARM', 'WEBHOOK', null, 'WAITING'],
    ['STOP_WORKLOAD', null, null, 'WAITING'],
    ['REVIEW_WALLET', null, 'renter', 'FAILING'],
    ['COMPARE_WALLET', null, 'renter', 'WAITING'],
  ])('%s is shown, and becomes due when an operator retries it', async (name, subject, user, status) => {
    const [job] = await listed({ name });
    expect(job).toMatchObject({ name, subject, user, status });
    const answer = await admin.call('retryJob', { params: { id: job?.id ?? '' } });
    expect(answer.status).toBe(204);
    const [due] = await listed({ name });
    expect(Date.parse(due?.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('is listed when it is abandoned, and tried again when an operator retries it', async () => {
    await sql`UPDATE notice_delivery SET next_attempt_at = NULL, given_up_at = now(), attempts = 10, last_error = '550'`.execute(
      portal.database,
    );
    const [job, ...others] = await listed({ status: 'GIVEN_UP' });
    expect(others).toEqual([]);
    expect(job).toMatchObject({ name: 'SEND_SMS', attempts: 10, nextAttemptAt: null, lastError: '550' });
    expect(await listed({ name: 'SEND_SMS', status: 'FAILING' })).toEqual([]);
    expect((await listed()).at(-1)?.id).toBe(job?.id);
    const registry = new Registry();
    jobMetrics(registry, portal.database);
    expect(await registry.metrics()).toContain('gpulease_jobs{name="SEND_SMS",state="GIVEN_UP"} 1');
    expect((await admin.call('retryJob', { params: { id: job?.id ?? '' } })).status).toBe(204);
    expect(await listed({ status: 'GIVEN_UP' })).toEqual([]);
    expect(await listed({ name: 'SEND_SMS' })).toMatchObject([{ id: job?.id, status: 'FAILING' }]);
  });

  it('is found by its user, object and error', async () => {
    const names = async (search: string) => (await listed({ search })).map(({ name }) => name);
    expect(await names('R1')).toEqual(['CHECK_RECHARGE']);
    expect(await names('Error: no')).toEqual(['REVIEW_WALLET']);
    expect(await names('renter')).toContain('COMPARE_WALLET');
  });
});

describe('the list of jobs', () => {
  it.each(['SEND_SMS:0', 'CREATE_WORKLOAD:1', 'NOTHING:x'])(
    'rejects a retry of %s, which does not exist',
    async (id) => {
      expect((await admin.call('retryJob', { params: { id } })).error.code).toBe('RESOURCE_NOT_FOUND');
    },
  );

  it('is for operators only', async () => {
    expect((await customer.call('listJobs', {})).error.code).toBe('PERMISSION_DENIED');
    const retried = await customer.call('retryJob', { params: { id: 'SEND_SMS:1' } });
    expect(retried.error.code).toBe('PERMISSION_DENIED');
  });
});
