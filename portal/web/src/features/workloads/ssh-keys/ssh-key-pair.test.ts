import { expect, it } from '@jest/globals';
import { sshPublicKey } from '@gpulease/contract/validation';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { makeSshKeyPair } from './ssh-key-pair.ts';

/** The length-prefixed fields of a part of SSH's binary format. */
function fieldsOf(part: Buffer): Buffer[] {
  if (part.length < 4) return [];
  const end = 4 + part.readUInt32BE(0);
  return [part.subarray(4, end), ...fieldsOf(part.subarray(end))];
}

/** Parses an OpenSSH file: the public key and the private part. */
function readFile(file: string) {
  const [, body = ''] =
    /^-----BEGIN OPENSSH PRIVATE KEY-----\n([^-]*)-----END OPENSSH PRIVATE KEY-----\n$/.exec(file) ?? [];
  const bytes = Buffer.from(body, 'base64');
  const magic = 'openssh-key-v1\0';
  expect(bytes.subarray(0, magic.length).toString()).toBe(magic);
  const afterMagic = bytes.subarray(magic.length);
  // cipher none, derivation none, no options
  expect(afterMagic.subarray(0, 20).toString('latin1')).toBe('\0\0\0\x04none\0\0\0\x04none\0\0\0\0');
  expect(afterMagic.readUInt32BE(20)).toBe(1);
  const [open = Buffer.of(), secret = Buffer.of()] = fieldsOf(afterMagic.subarray(24));
  return { open, secret };
}

it('creates a matching pair that OpenSSH can read', async () => {
  const { publicKey, privateKey } = await makeSshKeyPair('gpulease-1');
  expect(sshPublicKey.parse(publicKey)).toBe(publicKey);
  const [type, body = '', comment] = publicKey.split(' ');
  expect([type, comment]).toEqual(['ssh-ed25519', 'gpulease-1']);

  const { open, secret } = readFile(privateKey);
  expect(open.toString('base64')).toBe(body);
  expect(secret.length % 8).toBe(0);
  expect(secret.readUInt32BE(0)).toBe(secret.readUInt32BE(4));
  const [keyType, publicHalf, both = Buffer.of(), words] = fieldsOf(secret.subarray(8));
  expect(String(keyType)).toBe('ssh-ed25519');
  expect(String(words)).toBe('gpulease-1');
  expect(both.subarray(32)).toEqual(publicHalf);

  const point = Buffer.from(fieldsOf(Buffer.from(body, 'base64'))[1] ?? []);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') };
  const seed = both.subarray(0, 32).toString('base64url');
  const signature = sign(
    null,
    Buffer.from('hello'),
    createPrivateKey({ key: { ...jwk, d: seed }, format: 'jwk' }),
  );
  const isSigned = verify(
    null,
    Buffer.from('hello'),
    createPublicKey({ key: jwk, format: 'jwk' }),
    signature,
  );
  expect(isSigned).toBe(true);
});

it('creates a different pair each time', async () => {
  const [one, other] = [await makeSshKeyPair('a'), await makeSshKeyPair('a')];
  expect(one.publicKey).not.toBe(other.publicKey);
});
