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

describe("the users that cloud-init's user data lets in", () => {
  it.each([
    ['the user', '#cloud-config\nuser: ubuntu\n', 'ubuntu', []],
    ['the user among further fields', '#cloud-config\nuser: { name: mei, shell: /bin/zsh }\n', 'mei', []],
    ['anybody when none is named', '#cloud-config\npackages: [git]\n', undefined, []],
    [
      'the keys',
      '#cloud-config\nssh_authorized_keys: ["ssh-rsa A a", "ssh-rsa B b"]\n',
      undefined,
      ['ssh-rsa A a', 'ssh-rsa B b'],
    ],
    ['nobody in particular when it is a script', '#!/bin/sh\necho hello: "\n', undefined, []],
    ['nobody in particular when it is one word', 'hello', undefined, []],
    ['nobody in particular without it', '', undefined, []],
  ])('%s', (_name, userData, user, keys) => {
    expect(readCloudConfig(userData)).toEqual({ user, keys });
  });
});
