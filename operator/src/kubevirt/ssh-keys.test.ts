import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { bootCommand } from './cloud-init.ts';

/** The user that the script finds, with a home directory inside `guest`. */
const { username } = userInfo();
const [first, second, own] = ['ssh-ed25519 AAAA first', `ssh-rsa BBBB o'brien $HOME`, 'ssh-rsa CCCC own'];

let guest: string;
beforeEach(() => {
  guest = mkdtempSync(join(tmpdir(), 'gpulease-guest-'));
  mkdirSync(join(guest, 'bin'));
});
afterEach(() => rmSync(guest, { recursive: true }));

/** Makes `getent passwd` find the user. */
function addUser(): void {
  mkdirSync(join(guest, 'home'));
  const entry = `${username}:x:1000:1000::${join(guest, 'home')}:/bin/sh`;
  writeFileSync(join(guest, 'bin/getent'), `#!/bin/sh\necho '${entry}'\n`, { mode: 0o755 });
}

/** Makes `getent passwd` fail, as before the first run of cloud-init. */
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

describe("a machine's SSH keys at boot", () => {
  it("are the Workload's, in a file that sshd accepts", () => {
    addUser();
    boot([first, second]);
    expect(keys()).toEqual([first, second]);
    expect(statSync(keysFile()).mode & 0o777).toBe(0o600);
    expect(statSync(join(guest, 'home/.ssh')).mode & 0o777).toBe(0o700);
  });

  it('are left to cloud-init while the user does not exist', () => {
    withoutUser();
    boot([first]);
    addUser();
    mkdirSync(join(guest, 'home/.ssh'));
    writeFileSync(keysFile(), `${first}\n`);
    boot([first]);
    expect(keys()).toEqual([first]);
  });

  it('are added and removed as in the Workload', () => {
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

  it('leave manual changes of the file alone', () => {
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

  it("are the first user's if the image names none", () => {
    addUser();
    boot([first], undefined);
    expect(keys()).toEqual([first]);
  });
});
