/** Creates SSH key pairs in the browser. The private key leaves it only as a download. */

const TYPE = 'ssh-ed25519';
/** The offset of the 32 bytes of an Ed25519 key in PKCS #8, after a constant header. */
const SEED_AT = 16;
const BLOCK = 8;
const LINE = 70;

/** Creates an Ed25519 pair named by `comment`. Rejects if the browser does not support Ed25519. */
export async function makeSshKeyPair(comment: string) {
  const { subtle } = globalThis.crypto;
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const open = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const seed = new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey)).slice(SEED_AT);
  const key = joined([field(TYPE), field(open)]);
  return {
    /** One line, as in authorized_keys. */
    publicKey: `${TYPE} ${base64(key)} ${comment}`,
    /** A file in the format of ssh-keygen, without a passphrase. */
    privateKey: armoured(joined([...header(key), field(secretPart(open, seed, comment))])),
  };
}

/** No cipher, no key derivation, and one key. */
function header(key: Bytes): readonly Bytes[] {
  return [text('openssh-key-v1\0'), field('none'), field('none'), field(''), uint32(1), field(key)];
}

/** The unencrypted private part: a check number, repeated to detect a wrong passphrase, the key, and padding 1, 2, 3… */
function secretPart(open: Bytes, seed: Bytes, comment: string): Bytes {
  const check = globalThis.crypto.getRandomValues(new Uint8Array(4));
  const both = joined([seed, open]);
  const part = joined([check, check, field(TYPE), field(open), field(both), field(comment)]);
  const missing = (BLOCK - (part.length % BLOCK)) % BLOCK;
  return joined([part, Uint8Array.from({ length: missing }, (_, index) => index + 1)]);
}

function armoured(file: Bytes): string {
  const lines = base64(file).match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  const marks = (edge: string) => `-----${edge} OPENSSH PRIVATE KEY-----`;
  return [marks('BEGIN'), ...lines, marks('END'), ''].join('\n');
}

type Bytes = Uint8Array<ArrayBuffer>;

const text = (value: string): Bytes => new Uint8Array(new TextEncoder().encode(value));

function uint32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Prefixes the length, as SSH's format requires for each field. */
function field(value: Bytes | string): Bytes {
  const bytes = typeof value === 'string' ? text(value) : value;
  return joined([uint32(bytes.length), bytes]);
}

function joined(parts: readonly Bytes[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const base64 = (bytes: Bytes) => btoa(String.fromCharCode(...bytes));
