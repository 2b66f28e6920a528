import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PREFIX } from '@gpulease/contract/api-tokens';

/** 256 random bits, safe in cookies and addresses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. Tokens are random and long, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const API_TOKEN = new RegExp(`^(${API_TOKEN_PREFIX}[\\w-]{43})([0-9a-f]{8})$`);

/** A token for scripts: a prefix that scanners of published secrets look for, 256 random bits and a checksum. */
export function createApiToken(): string {
  const text = API_TOKEN_PREFIX + createToken();
  return text + checksum(text);
}

/** Whether a text can be a token of ours, so that one which was cut off or mistyped is known without the database. */
export function isApiToken(text: string): boolean {
  const [, random = '', sum] = API_TOKEN.exec(text) ?? [];
  return sum === checksum(random);
}

/** CRC-32 in eight hexadecimal digits. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
