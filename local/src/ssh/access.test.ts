import { describe, expect, it } from '@jest/globals';
import ssh2 from 'ssh2';
import { parseKeys, userOf } from './access.ts';

describe('the keys of a machine', () => {
  it('are all that the text holds, without what is none', () => {
    const [one, two] = [1, 2].map(() => ssh2.utils.generateKeyPairSync('ed25519').public);
    const keys = parseKeys(`${one} mei@laptop\n\n# a comment\nnot a key\n${two}\n`);
    expect(keys.map((key) => key.getPublicSSH().toString('base64'))).toEqual(
      [one, two].map((key) => key?.split(' ')[1]),
    );
  });
});

describe('the user of a machine', () => {
  it.each([
    ['the name', '#cloud-config\nuser: ubuntu\n', 'ubuntu'],
    ['the name among further fields', '#cloud-config\nuser: { name: mei, shell: /bin/zsh }\n', 'mei'],
    ['anybody when none is named', '#cloud-config\npackages: [git]\n', undefined],
    ['anybody when the user data is a script', '#!/bin/sh\necho hello: "\n', undefined],
    ['anybody without user data', '', undefined],
  ])('is %s', (_name, userData, user) => {
    expect(userOf(userData)).toBe(user);
  });
});
