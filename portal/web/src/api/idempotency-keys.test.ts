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
  ['no answer came', new Failure('NETWORK_ERROR', 0), true],
  ['the server broke', new Failure('INTERNAL', 500), true],
  ['the answer could not be read', new Failure('REQUEST_FAILED', 201), true],
  ['it was refused', new Failure('REQUEST_FAILED', 409), false],
  ['it was done', undefined, false],
])('after %s, a retry is the same call: %#', async (_, failure, isSame) => {
  await send({ price: '1.00' }, failure);
  await send({ price: '1.00' });
  expect(sent[1] === sent[0]).toBe(isSame);
});

it.each([
  ['there were too many', new Failure('REQUEST_FAILED', 429)],
  ['the session had ended', new Failure('INVALID_JWT_TOKEN', 401)],
])('keeps the key of an unanswered call when the second attempt ends with: %s', async (_, refusal) => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  await send({ price: '1.00' }, refusal);
  await send({ price: '1.00' });
  expect(new Set(sent).size).toBe(1);
});

it('uses another key for another input', async () => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  await send({ price: '2.00' });
  expect(sent[1]).not.toBe(sent[0]);
});

it('uses another key in another dialog, however the first one ended', async () => {
  await send({ price: '1.00' }, new Failure('NETWORK_ERROR', 0));
  keys = new IdempotencyKeys();
  await send({ price: '1.00' });
  expect(sent[1]).not.toBe(sent[0]);
});
