/** Checks that a public key is complete: a machine ordered with a truncated key starts, is billed and lets nobody in. */

/** Returns whether one field of a key is valid. Bytes are the characters of a string, as `atob` returns them. */
type Field = (bytes: string) => boolean;

const exactly =
  (text: string): Field =>
  (bytes) =>
    bytes === text;
const ofLength =
  (length: number): Field =>
  (bytes) =>
    bytes.length === length;
/** The prefix byte of an uncompressed point, and two coordinates. */
const point =
  (coordinate: number): Field =>
  (bytes) =>
    bytes.length === 1 + 2 * coordinate && bytes.startsWith('\x04');
/** A positive number of at least `length` bytes; negative numbers have the highest bit set. */
const atLeast =
  (length: number): Field =>
  (bytes) =>
    bytes.length >= length && bytes.charCodeAt(0) < 0x80;
const named: Field = (bytes) => bytes !== '';

/** Fields after the name of the type, according to RFC 4253, 5656 and 8709 and OpenSSH's PROTOCOL.u2f. */
const fieldsOfTypes: Readonly<Record<string, readonly Field[]>> = {
  'ssh-ed25519': [ofLength(32)],
  // OpenSSH refuses a modulus of fewer than 1024 bits.
  'ssh-rsa': [atLeast(1), atLeast(128)],
  'ecdsa-sha2-nistp256': [exactly('nistp256'), point(32)],
  'ecdsa-sha2-nistp384': [exactly('nistp384'), point(48)],
  'ecdsa-sha2-nistp521': [exactly('nistp521'), point(66)],
  'sk-ssh-ed25519@openssh.com': [ofLength(32), named],
  'sk-ecdsa-sha2-nistp256@openssh.com': [exactly('nistp256'), point(32), named],
};

/** Returns whether the base64 of a line `type base64 comment` is a complete key of that type. */
export function isWholeKey(line: string): boolean {
  const [type = '', body = ''] = line.split(' ');
  const wanted = [exactly(type), ...(fieldsOfTypes[type] ?? [])];
  const fields = fieldsIn(decoded(body));
  return fields.length === wanted.length && wanted.every((fits, index) => fits(fields[index] ?? ''));
}

/** Returns whether a text is a private key in the format of OpenSSH, OpenSSL or PuTTY. */
export function isPrivateKey(text: string): boolean {
  return /^(?:-----BEGIN [A-Z ]*PRIVATE KEY|PuTTY-User-Key-File)/.test(text);
}

/** Decodes base64. Returns an empty string for invalid or noncanonical base64, which OpenSSH refuses. */
function decoded(base64: string): string {
  try {
    const bytes = atob(base64);
    return btoa(bytes) === base64 ? bytes : '';
  } catch {
    return '';
  }
}

/** Splits a key into fields, each preceded by its length in four bytes. Returns none if the last one is truncated. */
function fieldsIn(bytes: string): string[] {
  const fields: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + 4 + numberIn(bytes.slice(start, start + 4));
    if (end > bytes.length) return [];
    fields.push(bytes.slice(start + 4, end));
    start = end;
  }
  return fields;
}

function numberIn(bytes: string): number {
  return Array.from(bytes).reduce((number, byte) => number * 256 + byte.charCodeAt(0), 0);
}
