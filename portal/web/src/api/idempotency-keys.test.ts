import { beforeEach, expect, it } from '@jest/globals';
import { Failure } from './failure.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';

let keys: IdempotencyKeys;
let sent: string[];
beforeEach(() => {
  keys = new IdempotencyKeys();
  sent = [];
});

const send = (input: object, failure?: Failure) =>
  keys
    .send(input, (key) => {
      sent.push(key);
      return failure ? Promise.reject(failure) : Promise.resolve();
    })
    .catch(() => undefined);

it.each([
  ['a network error', new Failure('NETWORK_ERROR', 0), true],
  ['a server error', new Failure('INTERNAL', 500), true],
  ['an unreadable answer', new Failure('REQUEST_FAILED', 201), true],
  ['a refusal', new Failure('REQUEST_FAILED', 409), false],
  ['a success', undefined, false],
])('decides after %s whether a retry is the same call', async (_, failure, isSame) => {
  await send({ price: '1.00' }, failure);
  await send({ price: '1.00' });
  expect(sent[1] === sent[0]).toBe(isSame);
});

it.each([
  ['too many requests', new Failure('REQUEST_FAILED', 429)],
  ['an expired session', new Failure('INVALID_JWT_TOKEN', 401)],
])('keeps the key of an unanswered call when the second attempt fails with %s', async (_, refusal) => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  await send({ price: '1.00' }, refusal);
  await send({ price: '1.00' });
  expect(new Set(sent).size).toBe(1);
});

it('uses a new key for a different input', async () => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  await send({ price: '2.00' });
  expect(sent[1]).not.toBe(sent[0]);
});

it('uses a new key in a new dialog, even if the first call went unanswered', async () => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  keys = new IdempotencyKeys();
  await send({ price: '1.00' });
  expect(sent[1]).not.toBe(sent[0]);
});
