import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const otherMayEnter = 0o001;
const preferredNames = ['postgres', 'nobody'];

/** A user of the operating system. */
export interface OsUser {
  uid: number;
  gid: number;
}

/** The user PostgreSQL has to run as: it refuses root, so `postgres` or `nobody` then; undefined means our own. */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = findUser(readFileSync('/etc/passwd', 'utf8'), preferredNames);
  if (!user)
    throw new Error(`PostgreSQL cannot run as root, and there is no user ${preferredNames.join(' or ')}.`);
  return user;
}

/** The first of `names` that has a line in a file of /etc/passwd's form. */
export function findUser(passwd: string, names: readonly string[]): OsUser | undefined {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = names.map((name) => lines.find(([user]) => user === name)).find(Boolean) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Whether every user may enter `path` and all folders above it. Parts that do not exist yet are ours to open. */
export function isReachableByOthers(path: string, modeOf = readMode): boolean {
  const folders = ancestors(resolve(path));
  return folders.every((folder) => ((modeOf(folder) ?? otherMayEnter) & otherMayEnter) !== 0);
}

/** A folder that other users of this machine can reach, for what cannot stay in `home`; undefined means a common one. */
export function sharedFolder(home?: string): string {
  const root = '/var/lib/gpulease';
  if (home === undefined) return root;
  return `${root}/${createHash('sha256').update(resolve(home)).digest('hex').slice(0, 12)}`;
}

/** Makes a folder, with those above it that are missing, which other users can enter whatever the umask says. */
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
