import { describe, expect, it } from '@jest/globals';
import { bearerToken } from './bearer.ts';

describe('the token of a request', () => {
  it.each([
    ['follows the scheme', 'Bearer gpulease_x', 'gpulease_x'],
    ['may follow a lower-case scheme', 'bearer  gpulease_x ', 'gpulease_x'],
    ['is empty if none follows', 'Bearer', ''],
    ['is not cut at a space', 'Bearer gpulease_x y', 'gpulease_x y'],
    ['is absent for the Basic credentials of a proxy', 'Basic cHJveHk6c2VjcmV0', undefined],
    ['is absent without the header', undefined, undefined],
  ])('%s', (_, authorization, token) => {
    expect(bearerToken({ authorization })).toBe(token);
  });
});
