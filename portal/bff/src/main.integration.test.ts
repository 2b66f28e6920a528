import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@gpulease/local/ports';
import { installCrds, useControlPlane, usePostgres, type TestDatabase } from '@gpulease/local/testing';
import { migrate, readMigrations } from './database/migrator.ts';
import { ApiClient } from './testing/api-client.ts';
import { eventually, TcpProxy } from '@gpulease/kube/testing';

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const [portal, billing] = [program('main.ts'), program('worker.ts')];

let postgres: TestDatabase;
let kubeconfig: string;
beforeAll(async () => {
  const controlPlane = useControlPlane();
  await installCrds(controlPlane);
  kubeconfig = controlPlane.kubeconfig;
  postgres = await usePostgres();
  await migrate({ ownerUrl: postgres.ownerUrl });
});
afterAll(() => postgres.drop());

interface Started {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly client: ApiClient;
  readonly opsUrl: string;
}

/** Starts the portal or billing as a separate process. */
async function start(env: Record<string, string> = {}, main = portal): Promise<Started> {
  const [port, opsPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      METRICS_PORT: String(opsPort),
      DATABASE_URL: postgres.url,
      KUBECONFIG: kubeconfig,
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    process: child,
    output: () => output,
    client: new ApiClient(`http://127.0.0.1:${port}`),
    opsUrl: `http://127.0.0.1:${opsPort}`,
  };
}

/** Runs the command that creates the first admin and returns its output. */
async function createAdmin(...options: string[]): Promise<string> {
  const command = fileURLToPath(new URL('create-admin.ts', import.meta.url));
  const child = spawn(process.execPath, [command, ...options], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
  });
  return text(child.stdout);
}

const isReady = ({ opsUrl }: Started) =>
  eventually(async () => expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200));

const apiServer = () => /server: (\S+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1] ?? '';

/** Returns level and message of each line. */
function linesOf(output: string): string[] {
  const lines = output.trim().split('\n');
  return lines.map((line) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    return `${level} ${msg}`;
  });
}

/** Matches log lines about waits and about retries meanwhile. */
const ofTheWait = /The (?:database|API server) |(?:tried|trying) again|repeated/;

describe('the portal as a process', () => {
  it('serves, makes its first admin choose a password, and stops on SIGTERM (Harvester CVE-2025-62877: a default password)', async () => {
    const first = await start();
    await isReady(first);
    const { client } = first;
    const made = await createAdmin();
    expect(await createAdmin()).toContain('An admin already exists.');
    const password = / with password (\S+) /.exec(made)?.[1] ?? '';
    expect(first.output()).toContain('There is no admin yet');
    expect(first.output()).not.toContain(password);

    const login = await client.call('adminLogin', { body: { username: 'admin', password } });
    expect(login.body.user).toMatchObject({ role: 'ADMIN', mustChangePassword: true });
    expect((await client.call('listUsers')).error.details?.reason).toBe('PASSWORD_CHANGE_REQUIRED');
    const newPassword = 'my own choice 1';
    const change = (chosen: string) =>
      client.call('changeAdminPassword', {
        body: { currentPassword: password, newPassword: chosen, confirmPassword: chosen },
      });
    expect((await change(password)).error.details?.fields).toEqual({ newPassword: 'samePassword' });
    expect((await change(newPassword)).status).toBe(204);
    expect((await client.call('listUsers')).status).toBe(401);
    await client.call('adminLogin', { body: { username: 'admin', password: newPassword } });
    expect((await client.call('listUsers')).status).toBe(200);

    expect(await createAdmin('--reset', 'nobody')).toBe('There is no operator named nobody.\n');
    const anew = / with password (\S+) /.exec(await createAdmin('--reset', 'admin'))?.[1] ?? '';
    expect((await client.call('listUsers')).status).toBe(401);
    const again = await client.call('adminLogin', { body: { username: 'admin', password: anew } });
    expect(again.body.user).toMatchObject({ mustChangePassword: true });
    first.process.kill('SIGTERM');
    expect(await once(first.process, 'exit')).toEqual([0, null]);

    const second = await start({ GPULEASE_ADMIN_PASSWORD: 'another one 1' });
    await isReady(second);
    expect(second.output()).not.toContain('no admin');
    const other = await second.client.call('adminLogin', {
      body: { username: 'admin', password: 'another one 1' },
    });
    expect(other.error.code).toBe('INVALID_CREDENTIALS');
    second.process.kill('SIGTERM');
    await once(second.process, 'exit');
  });

  it.each([
    ['the portal', portal],
    ['billing', billing],
  ])('%s waits for the database and the API server, and logs each wait and its end once', async (_, main) => {
    const database = await TcpProxy.start(postgres.url);
    const cluster = await TcpProxy.start(apiServer());
    await Promise.all([database.close(), cluster.close()]);
    const { host } = new URL(postgres.url);
    const settings = {
      DATABASE_URL: postgres.url.replace(host, new URL(database.url).host),
      KUBECONFIG: cluster.writeKubeconfig(kubeconfig),
    };
    const waiting = await start(settings, main);
    const { output, opsUrl } = waiting;
    await eventually(() => expect(output()).toContain('The database is unreachable'));
    expect((await fetch(`${opsUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(503);
    await database.reopen();
    await eventually(() => expect(output()).toContain('The API server is unreachable'));
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(503);
    await cluster.reopen();
    await isReady(waiting);
    if (main === portal) expect((await waiting.client.call('getConfig')).status).toBe(200);
    waiting.process.kill('SIGTERM');
    expect(await once(waiting.process, 'exit')).toEqual([0, null]);
    await Promise.all([database.close(), cluster.close()]);
    expect(linesOf(output()).filter((line) => ofTheWait.test(line))).toEqual([
      '40 The database is unreachable; waiting for it',
      '30 The database is reachable again',
      '40 The API server is unreachable; waiting for it',
      '30 The API server is reachable again',
    ]);
  });

  it.each([
    ['the portal', portal],
    ['billing', billing],
  ])(
    '%s waits for the migrations of its version, reports the missing one, and then starts',
    async (_, main) => {
      const database = await usePostgres();
      const migrations = await readMigrations();
      const newest = migrations.at(-1)?.name ?? '';
      await migrate({ ownerUrl: database.ownerUrl, migrations: migrations.slice(0, -1) });
      const early = await start({ DATABASE_URL: database.url }, main);
      await eventually(() => expect(early.output()).toContain('The schema is older than this version'));
      expect((await fetch(`${early.opsUrl}/healthz`)).status).toBe(200);
      const readiness = await fetch(`${early.opsUrl}/readyz`);
      expect([readiness.status, await readiness.text()]).toEqual([
        503,
        `OlderSchemaError: the schema is older than this version: ${newest} has not run\n`,
      ]);
      if (main === portal) await expect(early.client.call('getConfig')).rejects.toThrow();
      await migrate({ ownerUrl: database.ownerUrl });
      await isReady(early);
      early.process.kill('SIGTERM');
      expect(await once(early.process, 'exit')).toEqual([0, null]);
      expect(linesOf(early.output()).filter((line) => line.includes('schema'))).toEqual([
        '40 The schema is older than this version; waiting for its migration',
        '30 The schema is up to date',
      ]);
      await database.drop();
    },
  );

  it('answers requests that need an unreachable cluster as unavailable', async () => {
    const way = await TcpProxy.start(apiServer());
    await way.close();
    const blind = await start({ KUBECONFIG: way.writeKubeconfig(kubeconfig) });
    await eventually(() => expect(blind.output()).toContain('Portal is listening'));
    const { status, error } = await blind.client.call('listCatalogueSkus');
    expect([status, error.code]).toEqual([503, 'SERVER_ERROR']);
    blind.process.kill('SIGKILL');
  });

  it.each([
    ['the sandbox on a public address', { GPULEASE_SANDBOX: '1', HOST: '0.0.0.0' }, 'loopback HOST'],
    ['no database', { DATABASE_URL: '' }, 'DATABASE_URL is not set'],
  ])('refuses to start with %s', async (_, env, sentence) => {
    const refused = await start(env);
    const [code] = (await once(refused.process, 'close')) as [number];
    expect(code).not.toBe(0);
    expect(refused.output()).toContain(sentence);
  });
});
