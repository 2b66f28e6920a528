import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { eventually, TcpProxy } from '@gpulease/kube/testing';
import { usePostgres, type TestDatabase } from '@gpulease/local/testing';
import pg from 'pg';
import { toProductError } from '../http/error-answer.ts';
import { createPool } from './database.ts';
import { listenTo } from './notifications.ts';

let postgres: TestDatabase;
let proxy: TcpProxy;
/** The URL of the database through the proxy. */
let proxied: URL;
let pool: pg.Pool;
let sender: pg.Client;
beforeAll(async () => {
  postgres = await usePostgres();
  proxied = new URL(postgres.url);
  proxy = await TcpProxy.start(proxied.href.replace(/^postgres\w*:/, 'http:'));
  proxied.host = new URL(proxy.url).host;
  pool = createPool(proxied.href, 2);
  sender = new pg.Client({ connectionString: postgres.url });
  await sender.connect();
});
afterAll(async () => {
  await sender.end();
  await pool.end();
  await proxy.close();
  await postgres.drop();
});

/** Listens on a channel and records payloads, connections and losses. */
function listen(to: pg.Pool) {
  const heard: string[] = [];
  const lost: unknown[] = [];
  let connections = 0;
  const stopping = new AbortController();
  const listening = listenTo(
    to,
    {
      channel: 'tested',
      onPayload: (payload) => heard.push(payload),
      onConnected: () => (connections += 1),
      onLost: (error) => lost.push(error),
      probeMs: 200,
    },
    stopping.signal,
  );
  return {
    heard,
    lost,
    untilConnected: (times: number) => eventually(() => expect(connections).toBe(times)),
    stop: () => {
      stopping.abort();
      return listening;
    },
  };
}

describe('a listener', () => {
  it('reconnects when its connection dies without being closed', async () => {
    const listener = listen(pool);
    await listener.untilConnected(1);
    proxy.blackhole();
    await listener.untilConnected(2);
    await sender.query("NOTIFY tested, 'after the gap'");
    await eventually(() => expect(listener.heard).toEqual(['after the gap']));
    await listener.stop();
  });

  it('notices that a pooler has given its connection to another client', async () => {
    const acquired = once(pool, 'acquire');
    const listener = listen(pool);
    const [client] = (await acquired) as [pg.PoolClient];
    await listener.untilConnected(1);
    await client.query('UNLISTEN *');
    await listener.untilConnected(2);
    expect(String(listener.lost)).toContain('is not listening');
    await listener.stop();
  });

  it('reports why it receives nothing', async () => {
    const nowhere = createPool('postgresql://nobody@127.0.0.1:1/none', 1);
    const listener = listen(nowhere);
    await eventually(() => expect(listener.lost).toMatchObject([{ code: 'ECONNREFUSED' }]));
    await listener.stop();
    await nowhere.end();
  });
});

describe('the pool', () => {
  it('ends statements, waits for locks and idle transactions that hold up others', async () => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['60000', '10000', '12000']);
  });

  it('abandons a hanging server and reconnects once it responds', async () => {
    const impatient = createPool(proxied.href, 1, 100);
    await impatient.query('SELECT 1');
    proxy.blackhole();
    const error: unknown = await impatient.query('SELECT 2').catch((failure: unknown) => failure);
    expect(toProductError(error).code).toBe('SERVER_ERROR');
    expect((await impatient.query('SELECT 3 AS answer')).rows).toEqual([{ answer: 3 }]);
    await impatient.end();
  }, 20_000);
});
