import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PREFIX } from '@gpulease/contract/api-tokens';

/** Returns 256 random bits, safe in cookies and URLs. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a token. Tokens are long and random, so a plain hash suffices. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const API_TOKEN = new RegExp(`^(${API_TOKEN_PREFIX}[\\w-]{43})([0-9a-f]{8})$`);

/** Returns a new API token: a prefix that secret scanners recognize, 256 random bits and a checksum. */
export function createApiToken(): string {
  const text = API_TOKEN_PREFIX + createToken();
  return text + checksum(text);
}

/** Whether a text is a well-formed API token; rejects truncated and mistyped tokens without a database query. */
export function isApiToken(text: string): boolean {
  const [, random = '', sum] = API_TOKEN.exec(text) ?? [];
  return sum === checksum(random);
}

/** Returns the CRC-32 as eight hexadecimal digits. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
