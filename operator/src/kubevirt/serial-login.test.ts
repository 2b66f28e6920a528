import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aMachine } from '../testing/a-machine.ts';
import { serialLoginCommand } from './cloud-init.ts';

let guest: string;
beforeEach(() => {
  guest = mkdtempSync(join(tmpdir(), 'gpulease-guest-'));
  mkdirSync(join(guest, 'bin'));
  for (const tool of ['sh', 'mkdir', 'cat', 'cmp', 'rm', 'mv']) {
    const path = execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
    writeFileSync(join(guest, 'bin', tool), `#!/bin/sh\nexec ${path} "$@"\n`, { mode: 0o755 });
  }
});
afterEach(() => rmSync(guest, { recursive: true }));

/** Adds a systemctl to the guest that records its arguments. */
function withSystemd(): void {
  const script = `#!/bin/sh\necho "$*" >>'${join(guest, 'told')}'\n`;
  writeFileSync(join(guest, 'bin/systemctl'), script, { mode: 0o755 });
}

function boot(defaultUser: string | undefined): void {
  const machine = aMachine({ image: { ...aMachine().image, defaultUser } });
  const [command = '', ...args] = serialLoginCommand(machine, join(guest, 'units'));
  execFileSync(command, args, { env: { PATH: join(guest, 'bin') } });
}

const override = () => join(guest, 'units/serial-getty@.service.d/gpulease.conf');
const told = () => readFileSync(join(guest, 'told'), 'utf8').split('\n').filter(Boolean);

describe("a machine's serial console", () => {
  it('signs in the user of the image without a password', () => {
    withSystemd();
    boot('ubuntu');
    expect(readFileSync(override(), 'utf8')).toBe(
      [
        '[Service]',
        'ExecStart=',
        'ExecStart=-/sbin/agetty --autologin ubuntu --noclear --keep-baud 115200,57600,38400,9600 - $TERM',
        '',
      ].join('\n'),
    );
    expect(told()).toEqual(['daemon-reload', '--no-block try-restart serial-getty@*.service']);
  });

  it('signs in root if the catalogue names no user', () => {
    withSystemd();
    boot(undefined);
    expect(readFileSync(override(), 'utf8')).toContain('--autologin root ');
  });

  it('is not restarted by later boots', () => {
    withSystemd();
    boot('ubuntu');
    boot('ubuntu');
    expect(told()).toHaveLength(2);
  });

  it('is left unchanged in a guest without systemd', () => {
    boot('ubuntu');
    expect(existsSync(join(guest, 'units'))).toBe(false);
  });
});
