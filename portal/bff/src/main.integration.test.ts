import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@gpulease/local/ports';
import { installCrds, useControlPlane, usePostgres, type TestDatabase } from '@gpulease/local/testing';
import { migrate } from './database/migrator.ts';
import { ApiClient } from './testing/api-client.ts';
import { eventually } from '@gpulease/kube/testing';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

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

/** Starts the portal as a process of its own. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const [port, opsPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      OPS_PORT: String(opsPort),
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

/** Runs the command that makes the first admin and returns what it prints. */
async function createAdmin(...options: string[]): Promise<string> {
  const command = fileURLToPath(new URL('create-admin.ts', import.meta.url));
  const child = spawn(process.execPath, [command, ...options], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
  });
  return text(child.stdout);
}

const isReady = ({ opsUrl }: Started) =>
  eventually(async () => expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200));

describe('the portal as a process', () => {
  it('serves, has its first admin choose a password, and stops when asked (Harvester CVE-2025-62877: a default password)', async () => {
    const first = await start();
    await isReady(first);
    const { client } = first;
    const made = await createAdmin();
    expect(await createAdmin()).toContain('There is an admin already.');
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

  it('waits for a missing database, and serves once it is there', async () => {
    const direct = new URL(postgres.url);
    const port = await findFreePort();
    const waiting = await start({ DATABASE_URL: postgres.url.replace(direct.host, `127.0.0.1:${port}`) });
    await eventually(() => expect(waiting.output()).toContain('The database cannot be reached'));
    expect((await fetch(`${waiting.opsUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${waiting.opsUrl}/readyz`)).status).toBe(503);
    const { hostname: host } = direct;
    const way = createServer((socket) => {
      const onward = connect({ host, port: Number(direct.port) });
      for (const end of [socket, onward]) end.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    }).listen(port, '127.0.0.1');
    await isReady(waiting);
    expect((await waiting.client.call('getConfig')).status).toBe(200);
    waiting.process.kill('SIGTERM');
    expect(await once(waiting.process, 'exit')).toEqual([0, null]);
    way.close();
  });

  it('without its cluster refuses what it cannot know as unavailable', async () => {
    const nowhere = path.join(await mkdtemp(path.join(tmpdir(), 'portal-')), 'kubeconfig');
    const server = /server: \S+/;
    const reachable = await readFile(kubeconfig, 'utf8');
    await writeFile(nowhere, reachable.replace(server, `server: https://127.0.0.1:${await findFreePort()}`));
    const blind = await start({ KUBECONFIG: nowhere });
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
