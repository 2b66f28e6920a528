import { describe, expect, it } from '@jest/globals';
import { bearerToken } from './bearer.ts';

describe('the token of a request', () => {
  it.each([
    ['is what follows the scheme', 'Bearer gpulease_x', 'gpulease_x'],
    ['may have its scheme in small letters', 'bearer  gpulease_x ', 'gpulease_x'],
    ['is empty where none follows', 'Bearer', ''],
    ['is not cut at a space, which none has', 'Bearer gpulease_x y', 'gpulease_x y'],
    ['is not that of a proxy in front of the portal', 'Basic cHJveHk6c2VjcmV0', undefined],
    ['is not there without the header', undefined, undefined],
  ])('%s', (_, authorization, token) => {
    expect(bearerToken({ authorization })).toBe(token);
  });
});
