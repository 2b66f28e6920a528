import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../control-plane/file-lock.ts';
import { runNode } from './run-node.ts';

const sources = [
  'portal/web/src',
  'portal/web/build',
  'portal/web/public',
  'portal/web/index.html',
  'portal/web/vite.config.ts',
  'portal/contract/src',
];

/** The last file of a build; an interrupted build lacks it. */
const LAST_FILE = 'server/render.js';

/** Builds the web application unless the last build is newer than its sources. Returns the folder of the build. */
export async function ensureWebBuild(repository: string, report: (line: string) => void): Promise<string> {
  const web = join(repository, 'portal/web');
  const dist = join(web, 'dist');
  const paths = sources.map((path) => join(repository, path));
  const isNeeded = (): boolean => isStale(join(dist, LAST_FILE), paths);
  const build = async (): Promise<void> => {
    // Another demo may have built while this one waited for the lock.
    if (!isNeeded()) return;
    report('Building the web application');
    await runNode(join(repository, 'node_modules/vite/bin/vite.js'), { args: ['build'], cwd: web });
  };
  if (isNeeded())
    await withFileLock(join(repository, 'node_modules/.gpulease-web-build.lock'), build, report);
  return dist;
}

/** Whether `product` is missing or older than any file at or below `sourcePaths`. */
export function isStale(product: string, sourcePaths: readonly string[]): boolean {
  const built = statSync(product, { throwIfNoEntry: false });
  if (!built) return true;
  return sourcePaths.flatMap(filesBelow).some((file) => statSync(file).mtimeMs > built.mtimeMs);
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
