import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { usePostgres } from '@gpulease/local/testing';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import type { Database } from '../database/schema.ts';
import { createLogger } from '../http/logger.ts';
import { requestId, withRequestId } from '../http/request-id.ts';
import { eventually } from '@gpulease/kube/testing';
import { enqueue } from './outbox.ts';
import { runOutbox, type Outbox, type OutboxHandler } from './runner.ts';

let drop: () => Promise<void>;
let pool: Pool;
let database: Database;
beforeAll(async () => {
  const postgres = await usePostgres();
  drop = () => postgres.drop();
  await migrate({ ownerUrl: postgres.ownerUrl });
  pool = createPool(postgres.url, 20);
  database = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const running: Outbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
  await database.deleteFrom('outbox').execute();
});

function run(handlers: Record<string, OutboxHandler>, log = createLogger('silent')): void {
  running.push(runOutbox({ database, log, handlers }));
}

/** Returns a logger for warnings and errors, and its lines. */
function logged() {
  const lines: string[] = [];
  return { lines, log: createLogger('warn', { write: (line) => void lines.push(line) }) };
}

const add = (key: string, payload: object, topic = 'note') =>
  withTransaction(database, (transaction) => enqueue(transaction, topic, key, payload));

async function open(): Promise<number> {
  const rows = await database.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
  return rows.length;
}

describe('the outbox', () => {
  it('executes entries of committed transactions only', async () => {
    const seen: object[] = [];
    run({ note: ({ payload }) => Promise.resolve(void seen.push(payload)) });
    await withTransaction(database, async (transaction) => {
      await enqueue(transaction, 'note', 'a', { undone: true });
      throw new Error('undone');
    }).catch(() => undefined);
    await add('a', { kept: true });
    await eventually(async () => expect(await open()).toBe(0));
    expect(seen).toEqual([{ kept: true }]);
  });

  it('preserves the order of each key when several runners work concurrently', async () => {
    const seen: Record<string, number[]> = { a: [], b: [] };
    const handler: OutboxHandler = async ({ key, payload }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      seen[key]?.push((payload as { n: number }).n);
    };
    for (let n = 0; n < 20; n += 1) await add(n % 2 === 0 ? 'a' : 'b', { n });
    run({ note: handler });
    run({ note: handler });
    await eventually(async () => expect(await open()).toBe(0));
    expect(seen).toEqual({
      a: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
      b: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19],
    });
  });

  it('rolls back the writes of a failed try, stores its error and retries', async () => {
    let tries = 0;
    await add('a', {});
    run({
      async note(_, transaction) {
        tries += 1;
        await enqueue(transaction, 'other', `try-${tries}`, {});
        if (tries === 1) throw new Error('API server is away');
      },
    });
    await eventually(async () => {
      const { done_at, attempts, last_error } = await database
        .selectFrom('outbox')
        .selectAll()
        .where('topic', '=', 'note')
        .executeTakeFirstOrThrow();
      expect([done_at !== null, attempts, last_error]).toEqual([true, 1, 'Error: API server is away']);
    });
    const others = await database.selectFrom('outbox').select('key').where('topic', '=', 'other').execute();
    expect(others).toEqual([{ key: 'try-2' }]);
  });

  it('recovers when its connections are terminated', async () => {
    const seen: string[] = [];
    run({ note: ({ key }) => Promise.resolve(void seen.push(key)) });
    await add('before', {});
    await eventually(() => expect(seen).toEqual(['before']));
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user`.execute(
      database,
    );
    // The test's own pool may still return a terminated connection.
    await eventually(() => add('after', {}));
    await eventually(() => expect(seen).toEqual(['before', 'after']));
  });

  it('logs a persistent failure, but not the first tries', async () => {
    const { lines, log } = logged();
    let tries = 0;
    const fail = () => Promise.reject(new Error(`try ${(tries += 1)}`));
    run({ note: fail }, log);
    await add('new', {});
    await eventually(() => expect(tries).toBe(2));
    expect(lines).toEqual([]);

    await add('old', {});
    await database.updateTable('outbox').set({ attempts: 3 }).where('key', '=', 'old').execute();
    await eventually(() => expect(lines).toEqual([expect.stringContaining('"key":"old"')]));
  });

  it('executes an entry and its follow-ups under the id of the request that enqueued it', async () => {
    const { lines, log } = logged();
    const seen: Record<string, string | undefined> = {};
    await withRequestId('r-1', () => add('asked', {}));
    await withRequestId('r-2', () => add('failing', {}, 'fail'));
    await add('by a timer', {});
    await database.updateTable('outbox').set({ attempts: 3 }).execute();
    const note: OutboxHandler = async ({ key }, transaction) => {
      seen[key] = requestId();
      if (key === 'asked') await enqueue(transaction, 'note', 'what follows', {});
    };
    run({ note, fail: () => Promise.reject(new Error('refused')) }, log);
    await eventually(() => {
      expect(seen).toEqual({ asked: 'r-1', 'what follows': 'r-1', 'by a timer': undefined });
      expect(lines[0]).toContain('"request_id":"r-2"');
      return Promise.resolve();
    });
  });

  it('logs an outage once', async () => {
    const { lines, log } = logged();
    const nowhere = createPool('postgres://nobody@127.0.0.1:1/nothing', 8);
    let connections = 0;
    const connect = nowhere.connect.bind(nowhere) as () => Promise<never>;
    Object.assign(nowhere, { connect: () => ((connections += 1), connect()) });
    running.push(runOutbox({ database: createDatabase(nowhere), log, handlers: {} }));
    await eventually(() => expect(connections).toBeGreaterThan(16));
    expect(lines).toHaveLength(1);
  });
});
