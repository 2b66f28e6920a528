import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { ProductError } from './product-error.ts';
import { close, listen } from './server.ts';
import { webFiles } from './web.ts';

const script = 'export const name = 1;'.repeat(100);

let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpulease-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>GPULease</title>');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'large-d4e5f6.js'), script);
  await writeFile(join(folder, 'assets', 'large-d4e5f6.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'large-d4e5f6.js.gz'), gzipSync(script));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server', 'render.js'), 'export {};');
  await mkdir(join(folder, 'pages', 'admin'), { recursive: true });
  await writeFile(join(folder, 'pages', 'home.html'), '<title>home</title>');
  await writeFile(join(folder, 'pages', 'admin', 'login.html'), '<title>admin login</title>');
  server = await listen(express().use(webFiles(folder)), 0, '127.0.0.1');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close(server);
  await rm(folder, { recursive: true });
});

/** Requests a path unchanged; fetch would normalize it. */
async function getAsWritten(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
  return text(response);
}

describe('the web application', () => {
  it.each(['/workloads', '/workloads/my.gpu.01', '/admin/nodes/cn-east-1/node.a', '/index.html'])(
    'is at %s',
    async (path) => {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([200, '<title>GPULease</title>']);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  it.each([
    ['/', 'home'],
    ['/?failure=x', 'home'],
    ['/admin/login', 'admin login'],
  ])('serves %s with the HTML of that page', async (path, title) => {
    const response = await fetch(url + path);
    expect([response.status, await response.text()]).toEqual([200, `<title>${title}</title>`]);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  });

  it('serves assets that browsers cache forever', async () => {
    const response = await fetch(`${url}/assets/index-a1b2c3.js`);
    expect(await response.text()).toBe('export {};');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['br', brotliCompressSync(script).length],
    ['gzip', gzipSync(script).length],
  ])('serves the build’s compressed assets to a browser that accepts %s', async (encoding, size) => {
    const response = await fetch(`${url}/assets/large-d4e5f6.js`, {
      headers: { 'Accept-Encoding': encoding },
    });
    const header = (name: string) => response.headers.get(name);
    expect(header('Content-Encoding')).toBe(encoding);
    expect(header('Content-Length')).toBe(String(size));
    expect(header('Vary')).toBe('Accept-Encoding');
    expect(header('Content-Type')).toMatch(/^text\/javascript/);
    expect(header('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(script);
  });

  it.each([
    ['to a browser without compression', 'large-d4e5f6.js', 'identity', script],
    ['that the build did not compress', 'index-a1b2c3.js', 'br', 'export {};'],
  ])('serves uncompressed assets %s', async (_, asset, encoding, text) => {
    const response = await fetch(`${url}/assets/${asset}`, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(text);
  });

  it('answers 404 for a missing asset', async () => {
    expect((await fetch(`${url}/assets/index-old.js`)).status).toBe(404);
  });

  it('causes a server error that names the missing file if it is not built', async () => {
    const errors: unknown[] = [];
    const answer: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
      errors.push(error);
      response.status(error instanceof ProductError ? error.status : 500).end();
    };
    const empty = await mkdtemp(join(tmpdir(), 'gpulease-web-'));
    const unbuilt = await listen(express().use(webFiles(empty), answer), 0, '127.0.0.1');
    const { status } = await fetch(`http://127.0.0.1:${(unbuilt.address() as AddressInfo).port}/workloads`);
    await close(unbuilt);
    await rm(empty, { recursive: true });
    expect(status).toBe(503);
    expect(errors).toMatchObject([
      { cause: { message: `The web application is not at ${empty}: index.html is missing` } },
    ]);
  });

  it('serves files next to its index', async () => {
    const response = await fetch(`${url}/favicon.svg`);
    expect([await response.text(), response.headers.get('Cache-Control')]).toEqual(['<svg/>', 'no-cache']);
  });

  it.each([
    '/server/render.js',
    '/%73erver/render.js',
    '//server/render.js',
    '/server%2frender.js',
    '/.//server/render.js',
    '/assets/../server/render.js',
    '/assets/..%2fserver/render.js',
  ])('does not serve its renderer: %s', async (path) => {
    expect(await getAsWritten(path)).not.toContain('export');
  });

  it.each(['/..%2f..%2fetc%2fpasswd', '/..%2f..%2f..%2fsecret', `/${'long'.repeat(500)}`, '/%00'])(
    'serves nothing outside its folder: %s',
    async (path) => {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([200, '<title>GPULease</title>']);
    },
  );
});
