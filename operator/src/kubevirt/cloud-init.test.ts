import { describe, expect, it } from '@jest/globals';
import type { Secret } from '@gpulease/kube';
import { parse } from 'yaml';
import { aMachine } from '../testing/a-machine.ts';
import { buildSecret, digestOf } from './cloud-init.ts';
import type { Machine } from './machine.ts';

function withUser(defaultUser: string | undefined, changes: Partial<Machine> = {}): Machine {
  return aMachine({ image: { ...aMachine().image, defaultUser }, ...changes });
}

function dataOf(secret: Secret | undefined): Record<string, string> {
  const entries = Object.entries(secret?.data ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

function userDataOf(machine: Machine): string {
  return dataOf(buildSecret(machine)).userdata ?? '';
}

describe('the Secret of a machine', () => {
  it('has its name and is deleted with its workload', () => {
    expect(buildSecret(aMachine())?.metadata).toEqual({
      name: 'train-0a1b2c3d',
      namespace: 'u-1',
      labels: { 'gpulease.dev/workload': 'train' },
      ownerReferences: [expect.objectContaining({ kind: 'Workload', uid: 'uid-1' })],
    });
  });

  it('sets the host name, the user and the keys, and disables passwords', () => {
    const userData = userDataOf(aMachine());
    expect(userData.startsWith('#cloud-config\n')).toBe(true);
    expect(parse(userData)).toEqual({
      hostname: 'train',
      user: { name: 'ubuntu' },
      ssh_pwauth: false,
      disable_root: true,
      ssh_authorized_keys: ['ssh-ed25519 AAAA me'],
      bootcmd: [
        expect.arrayContaining(['ubuntu', 'ssh-ed25519 AAAA me']),
        expect.arrayContaining(['gpulease-serial-login', 'ubuntu']),
      ],
    });
  });

  it("leaves the user to the image's own settings if the catalogue names none", () => {
    expect(parse(userDataOf(withUser(undefined)))).not.toHaveProperty('user');
  });

  it('allows root to sign in if root is the user', () => {
    expect(parse(userDataOf(withUser('root')))).toMatchObject({
      user: { name: 'root' },
      disable_root: false,
    });
  });

  it.each([
    ['quotes', `o'bri"en`],
    ['a comment marker', 'me #1'],
    ['a mapping marker', 'me: yes'],
    ['a document end marker', 'me --- ...'],
    ['a backslash', 'C:\\me'],
    ['template syntax', '{{ me }} ${me} %{me}'],
    ['a very long line', 'x'.repeat(400)],
    ['other alphabets', '李雷 🖥'],
  ])('contains the input unchanged when it has %s', (_, words) => {
    const sshKeys = [`ssh-ed25519 AAAA ${words}`];
    const said: unknown = parse(userDataOf(withUser(words, { sshKeys, hostname: words })));
    expect(said).toMatchObject({ hostname: words, user: { name: words }, ssh_authorized_keys: sshKeys });
  });

  it.each(['yes', 'on', 'null', '0o17', '1_000', '12:30:45'])(
    'keeps %s a string in YAML 1.1, which cloud-init reads',
    (word) => {
      const said = parse(userDataOf(withUser(word, { hostname: word })), { version: '1.1' }) as object;
      expect(said).toMatchObject({ hostname: word, user: { name: word } });
    },
  );

  it('holds only the keys, one per value, if users bring their own user data', () => {
    const sshKeys = ['ssh-ed25519 AAAA a', 'ssh-rsa BBBB b'];
    const data = dataOf(buildSecret(aMachine({ sshKeys, userDataSecret: 'my-data' })));
    expect(Object.values(data)).toEqual(sshKeys);
  });

  it("is not built for the user's own user data without keys, nor for Windows", () => {
    expect(buildSecret(aMachine({ sshKeys: [], userDataSecret: 'my-data' }))).toBeUndefined();
    const image = { ...aMachine().image, osType: 'Windows' as const };
    expect(buildSecret(aMachine({ image }))).toBeUndefined();
    expect(buildSecret(aMachine({ image, userDataSecret: 'my-data' }))).toBeUndefined();
  });

  it('has a different digest when its content differs', () => {
    const digest = (changes: Partial<Machine>) => digestOf(buildSecret(aMachine(changes))!);
    expect(digest({})).toBe(digest({}));
    expect(digest({ sshKeys: [] })).not.toBe(digest({}));
    expect(digest({ userDataSecret: 'my-data' })).not.toBe(digest({}));
  });
});
