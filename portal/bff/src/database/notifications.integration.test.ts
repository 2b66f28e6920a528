import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, TcpProxy } from '@gpulease/kube/testing';
import { usePostgres, type TestDatabase } from '@gpulease/local/testing';
import pg from 'pg';
import { createPool } from './database.ts';
import { listenTo } from './notifications.ts';

let postgres: TestDatabase;
let proxy: TcpProxy;
let pool: pg.Pool;
let sender: pg.Client;
beforeAll(async () => {
  postgres = await usePostgres();
  const direct = new URL(postgres.url);
  proxy = await TcpProxy.start(direct.href.replace(/^postgres\w*:/, 'http:'));
  direct.host = new URL(proxy.url).host;
  pool = createPool(direct.href, 2);
  sender = new pg.Client({ connectionString: postgres.url });
  await sender.connect();
});
afterAll(async () => {
  await sender.end();
  await pool.end();
  await proxy.close();
  await postgres.drop();
});

describe('a listener', () => {
  it('connects again when its connection is dead without having been closed', async () => {
    const heard: string[] = [];
    let connections = 0;
    const stopping = new AbortController();
    const listening = listenTo(
      pool,
      {
        channel: 'tested',
        onPayload: (payload) => heard.push(payload),
        onConnected: () => (connections += 1),
        probeMs: 200,
      },
      stopping.signal,
    );
    await eventually(() => expect(connections).toBe(1));
    proxy.blackhole();
    await eventually(() => expect(connections).toBe(2));
    await sender.query("NOTIFY tested, 'after the gap'");
    await eventually(() => expect(heard).toEqual(['after the gap']));
    stopping.abort();
    await listening;
  });
});

describe('the pool', () => {
  it('ends statements, waits for locks and idle transactions that hold up others', async () => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['60000', '10000', '30000']);
  });
});
