import { beforeEach, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@testing-library/react';
import { ACTIVITY_HEADER } from '@gpulease/contract/endpoints';
import { pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aRegion, aSku } from '../testing/samples.ts';
import { learnTime, serverNow } from '../browser/clock.ts';
import { call } from './client.ts';

const bootScript = readFileSync(join(__dirname, '../../public/boot.js'), 'utf8');
let asked: { path: string; headers: Record<string, string> }[];

/** Runs boot.js at the address of the home page. */
function boot(answers: Readonly<Record<string, unknown>>): void {
  globalThis.fetch = (path, init) => {
    asked.push({ path: path as string, headers: init?.headers as Record<string, string> });
    const body = JSON.stringify(answers[path as string] ?? null);
    return Promise.resolve(new Response(body, { headers: { date: 'Sun, 01 Mar 2020 16:00:00 GMT' } }));
  };
  const script = document.createElement('script');
  script.textContent = bootScript;
  document.head.append(script);
}

beforeEach(() => {
  learnTime(new Response());
  asked = [];
});

it('requests everything the home page needs first, so that the page repeats no request', async () => {
  boot({
    '/api/v1/catalogue/skus?pageSize=100&status=active': pageOf([aSku]),
    '/api/v1/catalogue/regions?pageSize=100&status=active': pageOf([aRegion]),
  });
  const early = window.earlyAnswers;
  delete window.earlyAnswers;
  const { api } = await renderApp({
    path: '/',
    as: 'visitor',
    answers: { listCatalogueSkus: pageOf([aSku]), listCatalogueRegions: pageOf([aRegion]) },
  });
  await waitFor(() => expect(api.of('listCatalogueSkus')).toHaveLength(1));
  const paths = api.asked.map(({ url }) => url.pathname + url.search);
  expect(paths.sort()).toEqual(Object.keys(early ?? {}).sort());
});

it('reports activity, so that opening the page keeps the session alive', () => {
  boot({});
  for (const { headers } of asked) expect(headers[ACTIVITY_HEADER.toLowerCase()]).toBe('1');
});

it('uses an early answer once, then sends a new request', async () => {
  boot({});
  const timesAsked = () => asked.filter(({ path }) => path === '/api/v1/config').length;
  await call('getConfig');
  expect(timesAsked()).toBe(1);
  await call('getConfig');
  expect(timesAsked()).toBe(2);
});

it('learns the time only from answers that did not wait for the scripts', async () => {
  boot({});
  await call('getConfig');
  expect(new Date(serverNow()).getUTCFullYear()).not.toBe(2020);
  await call('getConfig');
  expect(new Date(serverNow()).getUTCFullYear()).toBe(2020);
});
