import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const lockfile = 'package-lock.json';
/** npm writes it last, at the end of every install. */
const installed = 'node_modules/.package-lock.json';

/** Runs `npm ci` unless the packages of the present lockfile are installed. Tells whether they are now. */
export function installPackages() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return true;
  return spawnSync('npm', ['ci'], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
