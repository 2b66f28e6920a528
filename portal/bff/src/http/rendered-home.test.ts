import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pinoHttp } from 'pino-http';
import { createRenderedHome, type RenderedHome } from './rendered-home.ts';
import { close, listen } from './server.ts';
import { webFiles } from './web.ts';

const template = '<html lang="zh"><div id="root">\n<!--page-->\nspinner\n<!--/page-->\n</div></html>';
/** Replaces the build's renderer: renders the API's answer. */
const renderer = `
  export const render = async (language, answer) => {
    const { items } = await answer({ operation: 'listCatalogueRegions', input: { query: { pageSize: 100 } } });
    return language + ' $& ' + items.map(({ name }) => name);
  };`;

let folder: string;
let server: Server;
let url: string;
let now = 0;
let regions: { name: string }[] = [];
let asked: unknown[] = [];
let fails = false;
let errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpulease-rendered-'));
  await mkdir(join(folder, 'server'));
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'server/render.js'), renderer);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const file of ['index.html', 'pages/home.html']) await writeFile(join(folder, file), template);
  const app = express().use(
    pinoHttp({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
  );
  server = await listen(app.use(webFiles(folder, homeOf(folder))), 0, '127.0.0.1');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close(server);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  now += 60_000;
  [regions, asked, fails, errors] = [[{ name: 'east' }], [], false, []];
});

function homeOf(dist: string): RenderedHome {
  return createRenderedHome({
    dist,
    clock: { now: () => new Date(now) },
    handlers: {
      listCatalogueRegions: ({ query }, { caller }) => {
        asked.push({ query, caller });
        if (fails) return Promise.reject(new Error('no catalogue'));
        return Promise.resolve({ items: regions, total: 1, page: 1, pageSize: 100 } as never);
      },
    },
  });
}

async function page(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await fetch(url + path, { headers })).text();
}

describe('the home page', () => {
  it("is rendered for a visitor, from the API's answers to a visitor", async () => {
    const response = await fetch(`${url}/`);
    expect(await response.text()).toBe(
      '<html lang="zh" data-rendered><div id="root">\nzh $& east\n</div></html>',
    );
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(asked).toEqual([{ query: expect.objectContaining({ pageSize: 100 }), caller: undefined }]);
  });

  it('is compressed for clients that accept it, and plain for others', async () => {
    const ask = (encoding: string) => fetch(url, { headers: { 'Accept-Encoding': encoding } });
    const [compressed, plain] = [await ask('gzip'), await ask('identity')];
    expect([compressed, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['gzip', null]);
    expect(await compressed.text()).toBe(await plain.text());
  });

  it('is in the language of the browser', async () => {
    expect(await page('/', { cookie: 'a=b; language=en' })).toContain('<html lang="en" data-rendered>');
    expect(await page('/', { cookie: 'language=en' })).toContain('en $&');
    expect(await page('/', { cookie: 'language=../x' })).toContain('zh $&');
  });

  it('is rendered once for all visitors within two seconds', async () => {
    await Promise.all([page('/'), page('/'), page('/')]);
    regions = [{ name: 'west' }];
    now += 1_999;
    expect(await page('/')).toContain('east');
    expect(asked).toHaveLength(1);
    now += 1;
    expect(await page('/')).toContain('west');
  });

  it.each([
    ['a signed-in user', '/', { cookie: 'gpulease-user-8080=token' }],
    ['a signed-in operator over TLS', '/', { cookie: '__Host-gpulease-admin=token' }],
    ['a query string', '/?region=east', {}],
    ['the sign-in page', '/login', {}],
    ['another page', '/workloads', {}],
  ])('is the application for %s', async (_, path, headers) => {
    expect(await page(path, headers as Record<string, string>)).toBe(template);
    expect(asked).toEqual([]);
  });
});

it('the home page falls back to the application if rendering fails, and the error is logged', async () => {
  fails = true;
  expect(await page('/')).toBe(template);
  expect(errors.join()).toContain('no catalogue');
});

it('the home page is rendered again after a failure', async () => {
  fails = true;
  await page('/');
  fails = false;
  expect(await page('/')).toContain('east');
});

it('the renderer is not served', async () => {
  expect(await page('/server/render.js')).toBe(template);
});

it('the home page cannot be rendered without the build’s renderer', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'gpulease-rendered-'));
  await expect(homeOf(empty)('zh')).rejects.toThrow('render.js');
  await rm(empty, { recursive: true });
});
