import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { createOpsApp } from './ops.ts';
import { close, listen } from './server.ts';

let server: Server;
let url: string;
let ready: () => Promise<void>;
beforeAll(async () => {
  server = await listen(createOpsApp({ ready: () => ready(), metrics: new Registry() }), 0, '127.0.0.1');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => close(server));

const statusOf = async (path: string) => (await fetch(url + path)).status;

describe("the operators' port", () => {
  it('reports that the process is alive, even if it is not ready', async () => {
    ready = () => Promise.reject(new Error('the database is away'));
    expect(await statusOf('/healthz')).toBe(200);
  });

  it('reports whether the process is ready, and if not, why', async () => {
    ready = () => Promise.reject(new Error('the database is away'));
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.text()]).toEqual([503, 'Error: the database is away\n']);
    ready = () => Promise.resolve();
    expect(await statusOf('/readyz')).toBe(200);
  });

  it('reports that the process is not ready if the check hangs', async () => {
    ready = () => new Promise(() => undefined);
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.text()]).toEqual([503, 'Error: not ready within 2 seconds\n']);
  });

  it('serves metrics and the API description', async () => {
    expect(await statusOf('/metrics')).toBe(200);
    const description = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string };
    expect(description.openapi).toBe('3.1.0');
  });
});
