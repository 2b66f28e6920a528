import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in cookies and addresses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. Tokens are random and long, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
