import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with Argon2id, each with its own salt', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse 7'),
      hashPassword('correct horse 7'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse 7', first)).toBe(true);
    expect(await verifyPassword('correct horse 8', first)).toBe(false);
  });

  it('are checked in a queue of limited length', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => verifyPassword('guess', undefined)),
    );
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]).toMatchObject({ reason: { details: { reason: 'RATE_LIMITED', retryAfter: 5 } } });
    expect(await verifyPassword('guess', undefined)).toBe(false);
  });

  it('never match for unknown accounts', async () => {
    expect(await verifyPassword('', undefined)).toBe(false);
    expect(await verifyPassword('correct horse 7', undefined)).toBe(false);
  });
});
