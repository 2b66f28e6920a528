import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const otherMayEnter = 0o001;
const preferredNames = ['postgres', 'nobody'];

/** User of the operating system. */
export interface OsUser {
  uid: number;
  gid: number;
}

/** Returns the user to run PostgreSQL as: `postgres` or `nobody` for root, which PostgreSQL refuses; undefined for the current user. */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = findUser(readFileSync('/etc/passwd', 'utf8'), preferredNames);
  if (!user)
    throw new Error(`PostgreSQL cannot run as root, and there is no user ${preferredNames.join(' or ')}.`);
  return user;
}

/** Finds the first of `names` in a file in /etc/passwd format. */
export function findUser(passwd: string, names: readonly string[]): OsUser | undefined {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = names.map((name) => lines.find(([user]) => user === name)).find(Boolean) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Whether every user may enter `path` and its parents. Missing parts count as reachable, since this process will create them. */
export function isReachableByOthers(path: string, modeOf = readMode): boolean {
  const folders = ancestors(resolve(path));
  return folders.every((folder) => ((modeOf(folder) ?? otherMayEnter) & otherMayEnter) !== 0);
}

/** Returns a folder that other users can reach, for data that cannot stay in `home`; without `home`, one for common data. */
export function sharedFolder(home?: string): string {
  const root = '/var/lib/gpulease';
  if (home === undefined) return root;
  return `${root}/${createHash('sha256').update(resolve(home)).digest('hex').slice(0, 12)}`;
}

/** Creates a folder and its missing parents with access for other users, regardless of the umask. */
export function makeOpenFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  const made = ancestors(resolve(path)).filter((folder) => folder.startsWith(first));
  for (const folder of made) chmodSync(folder, 0o755);
}

function ancestors(path: string): string[] {
  return path === dirname(path) ? [path] : [path, ...ancestors(dirname(path))];
}

function readMode(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
}
