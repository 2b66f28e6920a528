import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';

const lockfile = 'package-lock.json';
/** npm writes this file at the end of every install. */
const installed = 'node_modules/.package-lock.json';

/**
 * Runs `npm ci` unless the packages of the current lockfile are installed. Returns whether they are now. Hides warnings:
 * an older system Node would cause many, although everything else runs on the Node among the packages.
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
