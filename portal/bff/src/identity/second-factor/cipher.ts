/** Secrets that the portal has to read again, sealed with a key that lies apart from their rows. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../../database/schema.ts';
import { serverSecret } from '../server-secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecretCipher = ReturnType<typeof secretCipher>;

/** AES-256-GCM with a key of the portal's own, which all replicas share. */
export async function createSecretCipher(database: Database, name: string): Promise<SecretCipher> {
  return secretCipher(Buffer.from(await serverSecret(database, name), 'base64url'));
}

/** `key` has 32 bytes. A sealed secret is nonce, tag and ciphertext. */
function secretCipher(key: Buffer) {
  return {
    /** The encrypted form of a secret, which can be decrypted only for this owner. */
    seal(owner: string, secret: Buffer): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    /** Throws for another owner, and where the sealed bytes are not what `seal` has made. */
    open(owner: string, sealed: Buffer): Buffer {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
