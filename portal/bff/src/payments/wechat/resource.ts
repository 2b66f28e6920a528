/** What WeChat encrypts in its callbacks: AES-256-GCM with the merchant's APIv3 key. */
import { createDecipheriv } from 'node:crypto';
import * as z from 'zod';

export const encryptedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});

const TAG_BYTES = 16;

/** The text inside. Throws where the key or the text is not the right one. */
export function decryptResource(
  { ciphertext, nonce, associated_data: associated }: z.infer<typeof encryptedResource>,
  apiV3Key: Buffer,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
}
