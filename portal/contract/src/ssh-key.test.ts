import { describe, expect, it } from '@jest/globals';
import { issueKey, fieldErrors } from './validation.ts';
import { sshKeyCreation } from './me.ts';

const ed25519 = 'AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1';
const rsa =
  'AAAAB3NzaC1yc2EAAAADAQABAAABAQDO/EXB+x84PBpHabt72bwJ77/BLZe8ZCKQZWDBIltXm8mL9r2cNAxq6v1isI4knaNrr63953kVZMWBx86VEoYsKC+XgG+YPGDHYd0ssYHm2yCSi38pCB7ZW7RvU3LG7GDRIu78ktiehH8oW5o4Beczxn2seMPIoh2sv38PcSoMoIzybBH4vSk1zhZRFKdFHUXN9yuZmnmUFZtgRNZ7bUMWoLqDQ04mlndhxDD9X3bBl18am7lw7EpA4i8YjZS4MZspVZppsff1jWBGO530SYQWBiIItTo+3EKAx3VjtiP0DMjznWqAOqDlfvXd2v/vv3WXp4nb52HVExBx8C0+o8v5';
const p256 =
  'AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBAqqnivl8TBwGHepQg02vxuobM5iLfYnDXTb8zcw1ZP7UE84xfP0vgezOd+Vv2uZ9ErmJEE2555ZidztyBuGyVk=';
const p384 =
  'AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBGU5gXI0pPrWlhME0reMOsfFGvL8XUJsgyiY+2XNmOUNqDrSCd4HpNGwm7oJVf3QA573nqxo8OQKDsjx3vI5gFxg2AU/d2v6lc1IcTEIR1Qa3EGKgA3mfdPA/Fr5IbgyXw==';
const p521 =
  'AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAFJ30oxLYa7oVQi0o0FxMRz0Qz4DXw19vzVGFjkKcQ4lu6n6vOxKybI4F2rQ9VFNGIlCUPIzTJ9vKy1MAg/KxGxZgBzeUeW7JbXcF6Cx3s+MVBBafqKCDFQBr88IXdXf+6z4W2GXWJbdXkJn95QG9YhHwhj2MfYH1xdIPSG/1rBjuuZ9A==';

/** Builds a security token's key, because no token is available to generate one. */
function tokenKey(type: string, ...fields: readonly string[]): string {
  const parts = [type, ...fields].map((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(field, 'latin1'));
    return Buffer.concat([length, Buffer.from(field, 'latin1')]);
  });
  return `${type} ${Buffer.concat(parts).toString('base64')}`;
}

const whole: Record<string, string> = {
  'an Ed25519 key': `ssh-ed25519 ${ed25519}`,
  'one with a comment': `ssh-ed25519 ${ed25519} ada@laptop, at home`,
  'one with spaces around it': `  ssh-ed25519 ${ed25519} \n`,
  'an RSA key': `ssh-rsa ${rsa}`,
  'a key on the curve P-256': `ecdsa-sha2-nistp256 ${p256}`,
  'a key on the curve P-384': `ecdsa-sha2-nistp384 ${p384}`,
  'a key on the curve P-521': `ecdsa-sha2-nistp521 ${p521}`,
  'an Ed25519 key in a token': tokenKey('sk-ssh-ed25519@openssh.com', 'k'.repeat(32), 'ssh:'),
  'a P-256 key in a token': tokenKey(
    'sk-ecdsa-sha2-nistp256@openssh.com',
    'nistp256',
    `\x04${'p'.repeat(64)}`,
    'ssh:',
  ),
};

const broken: Record<string, string> = {
  'nothing but a type': 'ssh-ed25519',
  'a truncated key': `ssh-ed25519 ${ed25519.slice(0, -4)}`,
  'a key truncated to invalid base64': `ssh-ed25519 ${ed25519.slice(0, -3)}`,
  'a key with trailing data': `ssh-ed25519 ${ed25519}AAAA`,
  'one letter repeated': `ssh-rsa ${'A'.repeat(372)}`,
  'an Ed25519 key labeled as RSA': `ssh-rsa ${ed25519}`,
  'a P-256 key labeled as P-384': `ecdsa-sha2-nistp384 ${p256}`,
  'a truncated RSA key': `ssh-rsa ${rsa.slice(0, -8)}`,
  'an RSA key too short for OpenSSH': tokenKey('ssh-rsa', '\x01\x00\x01', 'n'.repeat(64)),
  'base64 without its padding': `ecdsa-sha2-nistp256 ${p256.slice(0, -1)}`,
  'a key in a token without an application': tokenKey('sk-ssh-ed25519@openssh.com', 'k'.repeat(32)),
  'two keys': `ssh-ed25519 ${ed25519}\nssh-ed25519 ${ed25519}`,
  'a key with options': `command="x" ssh-ed25519 ${ed25519}`,
};

const secret: Record<string, string> = {
  'of OpenSSH': `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEA\n'.repeat(200)}`,
  'of OpenSSL': '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA',
  'without a name': '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg',
  'of PuTTY': 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none',
};

function refusalOf(publicKey: string) {
  const { error } = sshKeyCreation.safeParse({ name: 'laptop', publicKey }, { error: issueKey });
  return error && fieldErrors(error).publicKey;
}

describe('an SSH key', () => {
  it.each(Object.entries(whole))('may be %s', (_, key) => {
    expect(refusalOf(key)).toBeUndefined();
  });

  it.each(Object.entries(broken))('is not %s', (_, key) => {
    expect(refusalOf(key)).toBe('sshKey');
  });

  it.each(Object.entries(secret))('is not a private key %s, and the message says so', (_, key) => {
    expect(refusalOf(key)).toBe('privateKey');
  });
});
