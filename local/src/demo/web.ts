import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFileLock } from '../control-plane/file-lock.ts';
import { runNode } from './run-node.ts';

const webSources = [
  'portal/web/src',
  'portal/web/build',
  'portal/web/public',
  'portal/web/index.html',
  'portal/web/vite.config.ts',
  'portal/contract/src',
];

const documentSources = [
  'docs/index.md',
  'docs/install.md',
  'docs/installing',
  'docs/kubevirt.md',
  'docs/operating',
  'docs/user-guide.md',
  'docs/versions.md',
  'docs/adr',
  'docs/reference',
  'docs/runbooks',
  'docs/screens',
  'docs/zh',
  'docs/.vitepress/config.ts',
  'docs/.vitepress/theme',
  'docs/.vitepress/licenses.ts',
  'docs/.vitepress/search-titles.ts',
  'docs/.vitepress/strict.ts',
  'docs/.vitepress/templates.ts',
  'docs/.vitepress/words.ts',
];

/** Builds the web application unless the last build is newer than its sources. Returns the folder of the build. */
export function ensureWebBuild(repository: string, report: Report): Promise<string> {
  return ensureBuild(repository, report, {
    name: 'web application',
    folder: 'portal/web',
    dist: 'dist',
    lastFile: 'server/render.js',
    sources: webSources,
    program: 'vite/bin/vite.js',
  });
}

/** Like `ensureWebBuild`, for the documents. */
export function ensureDocumentsBuild(repository: string, report: Report): Promise<string> {
  return ensureBuild(repository, report, {
    name: 'documents',
    folder: 'docs',
    dist: '.vitepress/dist',
    lastFile: 'hashmap.json',
    sources: documentSources,
    program: 'vitepress/bin/vitepress.js',
  });
}

type Report = (line: string) => void;

interface Build {
  readonly name: string;
  readonly folder: string;
  /** Output folder, and the last file of a complete build, which an interrupted build lacks. */
  readonly dist: string;
  readonly lastFile: string;
  readonly sources: readonly string[];
  /** In node_modules. */
  readonly program: string;
}

async function ensureBuild(repository: string, report: Report, build: Build): Promise<string> {
  const cwd = join(repository, build.folder);
  const dist = join(cwd, build.dist);
  const paths = build.sources.map((path) => join(repository, path));
  const isNeeded = (): boolean => isStale(join(dist, build.lastFile), paths);
  const run = async (): Promise<void> => {
    // Another demo may have built while this one waited for the lock.
    if (!isNeeded()) return;
    report(`Building the ${build.name}`);
    await runNode(join(repository, 'node_modules', build.program), { args: ['build'], cwd });
  };
  const lock = `node_modules/.gpulease-build-${basename(build.folder)}.lock`;
  if (isNeeded()) await withFileLock(join(repository, lock), run, report);
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
