import { describe, expect, it } from '@jest/globals';
import { generateInviteCode, inviteCodeStatus, normaliseInviteCode } from './invite-codes.ts';

const now = new Date('2026-11-21T00:00:00Z');
const earlier = new Date('2026-11-20T00:00:00Z');
const later = new Date('2026-11-22T00:00:00Z');

describe('invite codes', () => {
  it('are sixteen base-32 characters, and unique', () => {
    const codes = Array.from({ length: 1_000 }, generateInviteCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(1_000);
  });

  it.each([
    ['as shown', '7K2M-9QWE-0ZXC-4VBN', '7K2M-9QWE-0ZXC-4VBN'],
    ['in lower case with spaces', ' 7k2m 9qwe 0zxc 4vbn ', '7K2M-9QWE-0ZXC-4VBN'],
    ['with letters for digits', '7K2M-9QWE-OZXC-4VBN', '7K2M-9QWE-0ZXC-4VBN'],
    ['without hyphens', '7K2M9QWE0ZXC4VBN', '7K2M-9QWE-0ZXC-4VBN'],
    ['as empty', '', ''],
  ])('are read %s', (_, typed, code) => {
    expect(normaliseInviteCode(typed)).toBe(code);
  });

  it.each([
    ['unused before its date (SPEC-4.20)', null, later, 'AVAILABLE'],
    ['unused at its date (SPEC-4.22)', null, now, 'EXPIRED'],
    ['unused after its date', null, earlier, 'EXPIRED'],
    ['used before its date (SPEC-4.21)', earlier, later, 'USED'],
    ['used, after its date', earlier, earlier, 'USED'],
  ] as const)('%s', (_, usedAt, expiresAt, status) => {
    expect(inviteCodeStatus(usedAt, expiresAt, now)).toBe(status);
  });
});
