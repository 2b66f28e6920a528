import { expect, it } from '@jest/globals';
import { setupOf, stepOf } from './totp.ts';

/** The secret of RFC 6238, appendix B; the codes below are the last six of its eight digits. */
const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '287082', 1n],
  [1_111_111_109, '081804', 37_037_036n],
  [20_000_000_000, '353130', 666_666_666n],
])('at %i seconds the code is %s', (seconds, code, step) => {
  expect(stepOf(secret, code, new Date(seconds * 1_000))).toBe(step);
});

it.each([
  ['the code of the previous step', 89, 1n],
  ['the code of the next step', 29, 1n],
  ['no code of two steps before', 90, undefined],
])('accepts %s', (_, seconds, step) => {
  expect(stepOf(secret, '287082', new Date(seconds * 1_000))).toBe(step);
});

it('provides the app with the secret and the account', () => {
  const { secret: typed, uri } = setupOf(secret, 'grace');
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    `otpauth://totp/GPULease:grace?issuer=GPULease&secret=${typed}&algorithm=SHA1&digits=6&period=30`,
  );
});
