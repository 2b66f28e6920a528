import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fakeApi, pageOf } from '../testing/fake-api.ts';
import { call } from './client.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('reports the user as active for a minute after their last input', async () => {
  const api = fakeApi({ listSshKeys: pageOf([]) });
  dispatchEvent(new Event('pointerdown'));
  await call('listSshKeys');
  jest.advanceTimersByTime(61_000);
  await call('listSshKeys');
  dispatchEvent(new Event('keydown'));
  await call('listSshKeys');
  expect(api.asked.map(({ headers }) => headers['X-GPULease-Activity'])).toEqual(['1', undefined, '1']);
});
