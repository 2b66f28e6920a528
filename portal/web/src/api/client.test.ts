import { describe, expect, it } from '@jest/globals';
import { ApiRefusal, fakeApi } from '../testing/fake-api.ts';
import { aWorkload } from '../testing/samples.ts';
import { call, callForCsv } from './client.ts';
import type { Failure } from './failure.ts';

const start = () => call('startWorkload', { params: { name: 'a.b' }, body: { expectedPrice: '1.00' } });

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  return promise.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error as Failure,
  );
}

describe('errors', () => {
  it('carries code, request id and details of a refusal', async () => {
    fakeApi({
      getMe: () => {
        throw new ApiRefusal(402, {
          code: 'INSUFFICIENT_FUNDS',
          requestId: 'r1',
          details: { missing: '2.00' },
        });
      },
    });
    const failure = await failureOf(call('getMe'));
    expect(failure).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      status: 402,
      requestId: 'r1',
      details: { missing: '2.00' },
    });
  });

  it('is NETWORK_ERROR when no answer comes', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failureOf(call('getMe'))).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  });

  it.each([
    ['an error that is no JSON', new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an error with an unknown code', new Response('{"code":"TEAPOT"}', { status: 418 })],
    ['a success that is no JSON', new Response('<html>', { status: 200 })],
  ])('is REQUEST_FAILED for %s', async (_, response) => {
    globalThis.fetch = () => Promise.resolve(response);
    expect(await failureOf(call('getMe'))).toMatchObject({ code: 'REQUEST_FAILED' });
  });
});

describe('requests', () => {
  it('leaves empty filters out of the query', async () => {
    const api = fakeApi({ listWorkloads: { items: [], total: 0, page: 1, pageSize: 20 } });
    await call('listWorkloads', { query: { page: 2, search: '' } });
    expect(api.asked[0]?.url.search).toBe('?page=2');
  });

  it('asks for lists as CSV by the Accept header', async () => {
    const api = fakeApi({ listWorkloads: { items: [], total: 0, page: 1, pageSize: 20 } });
    await callForCsv('listWorkloads', { query: { status: 'RUNNING' } });
    expect(api.asked[0]).toMatchObject({ headers: { accept: 'text/csv' } });
  });

  it('sends the etag of the object that is changed', async () => {
    const api = fakeApi({ updateWorkload: aWorkload });
    await call('updateWorkload', { params: { name: 'a' }, body: {}, ifMatch: '7' });
    expect(api.asked[0]?.headers['if-match']).toBe('"7"');
  });
});

describe('idempotency', () => {
  it('keeps the key of a call that was not answered, so that trying again is the same call', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const keys: (string | undefined)[] = [];
    const failing = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      keys.push((init?.headers as Record<string, string>)['idempotency-key']);
      return failing(input, init);
    };
    await failureOf(start());
    await failureOf(start());
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('takes a new key once the call was answered', async () => {
    const api = fakeApi({ startWorkload: aWorkload });
    await start();
    await start();
    const [first, second] = api.asked;
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  it('sends no key where the operation takes none', async () => {
    const api = fakeApi({ stopWorkload: aWorkload });
    await call('stopWorkload', { params: { name: 'a' } });
    expect(api.asked[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});
