import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { bootCommand } from './cloud-init.ts';

/** The user whom the script finds, with a home of the test's own. */
const { username } = userInfo();
const [first, second, own] = ['ssh-ed25519 AAAA first', `ssh-rsa BBBB o'brien $HOME`, 'ssh-rsa CCCC own'];

let guest: string;
beforeEach(() => {
  guest = mkdtempSync(join(tmpdir(), 'gpulease-guest-'));
  mkdirSync(join(guest, 'bin'));
});
afterEach(() => rmSync(guest, { recursive: true }));

/** The guest's answer to `getent passwd`. */
function addUser(): void {
  mkdirSync(join(guest, 'home'));
  const entry = `${username}:x:1000:1000::${join(guest, 'home')}:/bin/sh`;
  writeFileSync(join(guest, 'bin/getent'), `#!/bin/sh\necho '${entry}'\n`, { mode: 0o755 });
}

/** A machine whose image's user is not there before cloud-init has run for the first time. */
function withoutUser(): void {
  writeFileSync(join(guest, 'bin/getent'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
}

/** Boots with these keys in the Workload. */
function boot(sshKeys: string[], defaultUser: string | undefined = username): void {
  const image = { ...aMachine().image, defaultUser };
  const [command = '', ...args] = bootCommand(aMachine({ image, sshKeys }), join(guest, 'state'));
  const PATH = `${join(guest, 'bin')}:${process.env.PATH}`;
  execFileSync(command, args, { env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
}

const keysFile = () => join(guest, 'home/.ssh/authorized_keys');
const keys = () => readFileSync(keysFile(), 'utf8').split('\n').filter(Boolean);
const addByHand = (key: string) => writeFileSync(keysFile(), [...keys(), key].join('\n'));

describe("a machine's SSH keys at a boot", () => {
  it('are those that were ordered, in a file that sshd accepts', () => {
    addUser();
    boot([first, second]);
    expect(keys()).toEqual([first, second]);
    expect(statSync(keysFile()).mode & 0o777).toBe(0o600);
    expect(statSync(join(guest, 'home/.ssh')).mode & 0o777).toBe(0o700);
  });

  it('are left to cloud-init while the user is not there', () => {
    withoutUser();
    boot([first]);
    addUser();
    mkdirSync(join(guest, 'home/.ssh'));
    writeFileSync(keysFile(), `${first}\n`);
    boot([first]);
    expect(keys()).toEqual([first]);
  });

  it('follow the Workload: one more, one less, none', () => {
    addUser();
    boot([first]);
    boot([first, second]);
    expect(keys()).toEqual([first, second]);
    boot([second]);
    expect(keys()).toEqual([second]);
    boot([]);
    expect(keys()).toEqual([]);
  });

  it('are removed even if cloud-init wrote them', () => {
    withoutUser();
    boot([first, second]);
    addUser();
    mkdirSync(join(guest, 'home/.ssh'));
    writeFileSync(keysFile(), `${first}\n${second}\n`);
    boot([second]);
    expect(keys()).toEqual([second]);
  });

  it('do not touch a file changed by hand', () => {
    addUser();
    boot([first]);
    addByHand(own);
    boot([first, second]);
    expect(keys()).toEqual([first, own, second]);
    writeFileSync(keysFile(), `${own}\n`);
    boot([first, second]);
    expect(keys()).toEqual([own]);
    boot([first]);
    expect(keys()).toEqual([own]);
  });

  it("are the first user's where the image names none", () => {
    addUser();
    boot([first], undefined);
    expect(keys()).toEqual([first]);
  });
});
