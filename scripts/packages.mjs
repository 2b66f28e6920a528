import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';

const lockfile = 'package-lock.json';
/** npm writes it last, at the end of every install. */
const installed = 'node_modules/.package-lock.json';

/**
 * Runs `npm ci` unless the packages of the present lockfile are installed. Tells whether they are now. Warnings are left
 * out: on an older Node they would fill a page, though all of ours runs on the Node that is among the packages.
 */
export function installPackages() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return true;
  console.log('Installing npm packages. This happens only once and takes about a minute.');
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) return false;
  utimesSync(installed, new Date(), new Date());
  return true;
}
