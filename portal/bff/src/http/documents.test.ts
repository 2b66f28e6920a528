import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { documentFiles } from './documents.ts';
import { close, listen } from './server.ts';

const theme = '<script id="check-dark-mode">dark()</script><script id="check-mac-os">mac()</script>';

let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  // Like VitePress's output folder, the path contains a dot.
  folder = join(await mkdtemp(join(tmpdir(), 'gpulease-docs-')), '.vitepress');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'zh'));
  await writeFile(join(folder, 'assets', 'app.a1b2c3.js'), 'export {};');
  for (const page of ['index', '404', 'user-guide', 'zh/index', 'zh/user-guide'])
    await writeFile(join(folder, `${page}.html`), `${theme}${page}`);
  server = await listen(express().use('/docs', documentFiles(folder)), 0, '127.0.0.1');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`;
});
afterAll(async () => {
  await close(server);
  await rm(dirname(folder), { recursive: true });
});

describe('the documents', () => {
  it.each([
    ['', 'index'],
    ['/user-guide', 'user-guide'],
    ['/zh', 'zh/index'],
    ['/zh/', 'zh/index'],
    ['/zh/user-guide', 'zh/user-guide'],
  ])('are at %j', async (path, page) => {
    const response = await fetch(url + path);
    expect([response.status, await response.text()]).toEqual([200, `${theme}${page}`]);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  it.each(['/none', '/zh/none', '/..%2f..%2fetc/passwd', '/assets/none.js'])(
    'answer %s with their 404 page',
    async (path) => {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([404, `${theme}404`]);
    },
  );

  it('have assets that browsers cache forever', async () => {
    const response = await fetch(`${url}/assets/app.a1b2c3.js`);
    expect(response.headers.get('Cache-Control')).toContain('immutable');
  });

  it('allow no inline scripts other than the build’s', async () => {
    const { headers } = await fetch(url);
    // printf 'dark()' | openssl dgst -sha256 -binary | base64
    expect(headers.get('Content-Security-Policy')).toContain(
      "script-src 'self' 'sha256-fNefTR34fI4AKL70MFDWngBjZzPD/E9oLjTl18ee/nA=' 'sha256-g0X1AYCIVxwmLP6YPcQZ7najra+bIZZgciE1t5VwFfM=';",
    );
  });
});
