import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiRefusal, fakeApi } from '../testing/fake-api.ts';
import { aWorkload } from '../testing/samples.ts';
import { call, csvPath } from './client.ts';
import type { Failure } from './failure.ts';

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  return promise.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error as Failure,
  );
}

afterEach(() => void jest.restoreAllMocks());

describe('errors', () => {
  it('carry the code, request id and details of a refusal', async () => {
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

  it('are NETWORK_ERROR when the request fails', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failureOf(call('getMe'))).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  });

  it('are SERVER_ERROR when the request times out', async () => {
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
    globalThis.fetch = (_, { signal } = {}) => Promise.reject(signal?.reason as Error);
    const { signal } = new AbortController();
    for (const options of [{}, { signal }])
      expect(await failureOf(call('getMe', {}, options))).toMatchObject({ code: 'SERVER_ERROR', status: 0 });
  });

  it.each([
    ['an error that is not JSON', new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an error with an unknown code', new Response('{"code":"TEAPOT"}', { status: 418 })],
    ['a success that is not JSON', new Response('<html>', { status: 200 })],
  ])('are REQUEST_FAILED for %s', async (_, response) => {
    globalThis.fetch = () => Promise.resolve(response);
    expect(await failureOf(call('getMe'))).toMatchObject({ code: 'REQUEST_FAILED' });
  });
});

describe('requests', () => {
  it('omit empty filters from the query', async () => {
    const api = fakeApi({ listWorkloads: { items: [], total: 0, page: 1, pageSize: 20 } });
    await call('listWorkloads', { query: { page: 2, search: '' } });
    expect(api.asked[0]?.url.search).toBe('?page=2');
  });

  it("build the address of a list's CSV file", () => {
    expect(
      csvPath(
        'listWorkloads',
        { query: { status: 'RUNNING' } },
        { language: 'zh', columns: ['name', 'cost'] },
      ),
    ).toBe('/api/v1/workloads?status=RUNNING&format=csv&language=zh&columns=name%2Ccost');
  });

  it('send the etag of the object to change', async () => {
    const api = fakeApi({ updateWorkload: aWorkload });
    await call('updateWorkload', { params: { name: 'a' }, body: {}, ifMatch: '7' });
    expect(api.asked[0]?.headers['if-match']).toBe('"7"');
  });
});

describe('idempotency', () => {
  it('sends a key if the operation accepts one', async () => {
    const api = fakeApi({ startWorkload: aWorkload, stopWorkload: aWorkload });
    await call('startWorkload', {
      params: { name: 'a.b' },
      body: { expectedPrice: '1.00', expectedUnit: 'HOUR' },
    });
    await call('stopWorkload', { params: { name: 'a' } });
    expect(api.asked[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(api.asked[1]?.headers).not.toHaveProperty('idempotency-key');
  });
});
