/** Whether a public key is whole: a machine that was ordered with half a key starts, is paid for, and lets nobody in. */

/** What has to be in one field of a key. Bytes are the characters of a string, as `atob` gives them. */
type Field = (bytes: string) => boolean;

const exactly =
  (text: string): Field =>
  (bytes) =>
    bytes === text;
const ofLength =
  (length: number): Field =>
  (bytes) =>
    bytes.length === length;
/** The byte of an uncompressed point, and two coordinates. */
const point =
  (coordinate: number): Field =>
  (bytes) =>
    bytes.length === 1 + 2 * coordinate && bytes.startsWith('\x04');
/** A positive number of at least so many bytes; negative ones begin with the highest bit. */
const atLeast =
  (length: number): Field =>
  (bytes) =>
    bytes.length >= length && bytes.charCodeAt(0) < 0x80;
const named: Field = (bytes) => bytes !== '';

/** The fields after the name of the type, as RFC 4253, 5656 and 8709 and OpenSSH's PROTOCOL.u2f have them. */
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

/** Whether the base64 of a line `type base64 comment` is a complete key of that very type. */
export function isWholeKey(line: string): boolean {
  const [type = '', body = ''] = line.split(' ');
  const wanted = [exactly(type), ...(fieldsOfTypes[type] ?? [])];
  const fields = fieldsIn(decoded(body));
  return fields.length === wanted.length && wanted.every((fits, index) => fits(fields[index] ?? ''));
}

/** Whether somebody has pasted the secret half instead, as OpenSSH, OpenSSL or PuTTY write it. */
export function isPrivateKey(text: string): boolean {
  return /^(?:-----BEGIN [A-Z ]*PRIVATE KEY|PuTTY-User-Key-File)/.test(text);
}

/** Empty for what is no base64, or not the one way to write these bytes, which OpenSSH insists on. */
function decoded(base64: string): string {
  try {
    const bytes = atob(base64);
    return btoa(bytes) === base64 ? bytes : '';
  } catch {
    return '';
  }
}

/** Fields follow each other, each after its length in four bytes. None where the last one is cut off. */
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
