/**
 * AES-256-GCM of one file: 12 bytes nonce, ciphertext, 16 bytes tag. The file's name is authenticated too, so that files of
 * a backup cannot be swapped.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync, type DecipherGCM } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Bytes = AsyncIterable<Buffer>;

/** Derives the key of a backup by scrypt from the key file's content and the backup's salt. */
export function deriveKey(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
}

export async function* encrypt(source: Bytes, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
  yield nonce;
  for await (const chunk of source) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** Yields bytes before the tag is verified: trust them only after the generator ends without an error. */
export async function* decrypt(source: Bytes, key: Buffer, name: string): AsyncGenerator<Buffer> {
  let decipher: DecipherGCM | undefined;
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length < NONCE_BYTES + TAG_BYTES) continue;
    if (decipher === undefined) {
      decipher = createDecipheriv(ALGORITHM, key, rest.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(name));
      rest = rest.subarray(NONCE_BYTES);
    }
    const end = rest.length - TAG_BYTES;
    yield decipher.update(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  if (decipher === undefined) throw new Error(`${name} is cut off.`);
  decipher.setAuthTag(rest);
  yield decipher.final();
}
