import { describe, expect, it } from '@jest/globals';
import { parseKeys, readCloudConfig } from './access.ts';
import { newKeyPair } from './key-pair.ts';

describe('the keys of a machine', () => {
  it('are all valid keys of the text', () => {
    const [one, two] = [1, 2].map(() => newKeyPair().public);
    const keys = parseKeys(`${one} mei@laptop\n\n# a comment\nnot a key\n${two}\n`);
    expect(keys.map((key) => key.getPublicSSH().toString('base64'))).toEqual(
      [one, two].map((key) => key?.split(' ')[1]),
    );
  });
});

describe("the access in cloud-init's user data", () => {
  it.each([
    ['names the user', '#cloud-config\nuser: ubuntu\n', 'ubuntu', []],
    ['names the user among other fields', '#cloud-config\nuser: { name: mei, shell: /bin/zsh }\n', 'mei', []],
    ['names no user if absent', '#cloud-config\npackages: [git]\n', undefined, []],
    [
      'lists the keys',
      '#cloud-config\nssh_authorized_keys: ["ssh-rsa A a", "ssh-rsa B b"]\n',
      undefined,
      ['ssh-rsa A a', 'ssh-rsa B b'],
    ],
    ['is empty in a script', '#!/bin/sh\necho hello: "\n', undefined, []],
    ['is empty in plain text', 'hello', undefined, []],
    ['is empty without user data', '', undefined, []],
  ])('%s', (_name, userData, user, keys) => {
    expect(readCloudConfig(userData)).toEqual({ user, keys });
  });
});
