/** Encryption of secrets that the portal must read back, with a key stored separately from them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../../database/schema.ts';
import { serverSecret } from '../server-secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecretCipher = ReturnType<typeof secretCipher>;

/** Returns an AES-256-GCM cipher with a key shared by all replicas. */
export async function createSecretCipher(database: Database, name: string): Promise<SecretCipher> {
  return secretCipher(Buffer.from(await serverSecret(database, name), 'base64url'));
}

/** `key` has 32 bytes. A sealed secret is nonce, tag and ciphertext. */
function secretCipher(key: Buffer) {
  return {
    /** Returns the encrypted secret, which can be decrypted only for this owner. */
    seal(owner: string, secret: Buffer): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    /** Returns the decrypted secret. Throws for another owner or altered bytes. */
    open(owner: string, sealed: Buffer): Buffer {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
