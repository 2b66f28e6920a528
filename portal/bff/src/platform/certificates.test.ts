import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { keepMerchantFiles } from '@gpulease/local/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { createLogger } from '../http/logger.ts';
import { certificateMetrics, certificateSources, portalCertificate } from './certificates.ts';
import { platformReader } from './sources.ts';

let dir: string;
let end: Date;
let server: Server;
const sockets = new Set<Socket>();
const closing: Server[] = [];
let connections = 0;
let now: Date;
const clock = { now: () => now };
const pass = (ms: number) => (now = new Date(now.getTime() + ms));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gpulease-certificates-'));
  const { merchantDir } = await keepMerchantFiles(dir);
  const read = (name: string) => readFile(join(merchantDir, name), 'utf8');
  const [cert, key] = [await read('apiclient_cert.pem'), await read('apiclient_key.pem')];
  end = new X509Certificate(cert).validToDate;
  server = createServer({ cert, key });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  connections = 0;
  now = new Date(end.getTime() - 30 * DAY_MS);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const one of [server, ...closing]) one.close();
  await rm(dir, { recursive: true });
});

const addressOf = (one: Server) => new URL(`https://127.0.0.1:${(one.address() as AddressInfo).port}`);
const reading = (ends: Parameters<typeof certificateSources>[0]) =>
  platformReader(certificateSources(ends, clock), { log: createLogger('silent') });

it('reads the end of the certificate from a real server, and again after an hour', async () => {
  const read = reading(portalCertificate(addressOf(server), clock));
  const parameters = { at: end.toISOString() };
  const check = { name: 'PORTAL_CERTIFICATE', parameters };
  expect(await read()).toEqual([{ ...check, status: 'OK', finding: 'CERTIFICATE_VALID' }]);
  pass(HOUR_MS - 1);
  await read();
  expect(connections).toBe(1);
  pass(10 * DAY_MS);
  expect(await read()).toEqual([{ ...check, status: 'LOOK', finding: 'CERTIFICATE_ENDS' }]);
  expect(connections).toBe(2);
});

it('is unknown while the server is silent, does not hold back other checks, and is soon read again', async () => {
  const silent = createTcpServer((socket) => sockets.add(socket));
  closing.push(silent);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const ends = {
    ...portalCertificate(addressOf(silent), clock),
    WECHAT_MERCHANT_CERTIFICATE: () => Promise.resolve(now),
  };
  const read = reading(ends);
  const expected = [{ finding: 'CERTIFICATE_UNKNOWN' }, { finding: 'CERTIFICATE_ENDED' }];
  expect(await read()).toMatchObject(expected);
  await read();
  expect(sockets.size).toBe(1);
  pass(5 * MINUTE_MS);
  await read();
  expect(sockets.size).toBe(2);
  const registry = new Registry();
  certificateMetrics(registry, ends);
  expect((await registry.metrics()).match(/^gpulease_.*$/gm)).toEqual([
    `gpulease_certificate_end_timestamp_seconds{certificate="WECHAT_MERCHANT_CERTIFICATE"} ${now.getTime() / 1_000}`,
  ]);
});

it.each([undefined, new URL('http://127.0.0.1:8080')])('has no certificate at the address %s', (address) => {
  expect(portalCertificate(address, clock)).toEqual({});
});
