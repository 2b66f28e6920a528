import { describe, expect, it } from '@jest/globals';
import { createApiToken, isApiToken } from './tokens.ts';

const token = 'gpulease_AbcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';

describe('an API token', () => {
  it('has a prefix that scanners recognize, and is unique', () => {
    expect(createApiToken()).toMatch(/^gpulease_[\w-]{43}[0-9a-f]{8}$/);
    expect(createApiToken()).not.toBe(createApiToken());
  });

  it.each([
    ['as created', createApiToken(), true],
    ['that is truncated', createApiToken().slice(0, -1), false],
    ['with an extra character', `${createApiToken()}0`, false],
    ['with a wrong checksum', `${token}00000000`, false],
    ['of another service', 'ghp_0123456789012345678901234567890123456', false],
    ['that is empty', '', false],
  ])('%s', (_, text, isOne) => {
    expect(isApiToken(text)).toBe(isOne);
  });
});
