import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { close, listen } from './server.ts';
import { webFiles } from './web.ts';

let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpulease-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>GPULease</title>');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), 'export {};');
  server = await listen(express().use(webFiles(folder)), 0, '127.0.0.1');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close(server);
  await rm(folder, { recursive: true });
});

describe('the web application', () => {
  it.each(['/', '/workloads', '/workloads/my.gpu.01', '/admin/nodes/cn-east-1/node.a', '/index.html'])(
    'is at %s',
    async (path) => {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([200, '<title>GPULease</title>']);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('has assets that browsers keep forever', async () => {
    const response = await fetch(`${url}/assets/index-a1b2c3.js`);
    expect(await response.text()).toBe('export {};');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['br', 'gzip'])('has assets as %s, once a browser takes it', async (encoding) => {
    const response = await fetch(`${url}/assets/index-a1b2c3.js`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(await response.text()).toBe('export {};');
  });

  it('has no page where an asset is missing', async () => {
    expect((await fetch(`${url}/assets/index-old.js`)).status).toBe(404);
  });

  it('serves nothing outside its folder', async () => {
    const response = await fetch(`${url}/..%2f..%2fetc%2fpasswd`);
    expect(await response.text()).not.toContain('root:');
  });
});
