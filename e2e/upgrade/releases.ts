import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of this commit, including uncommitted changes. */
export const repository = resolve(import.meta.dirname, '../..');

/**
 * Start of the upgrade while there is no release: the commit that created the baseline of the schema
 * (docs/adr/0118-one-baseline-of-the-schema.md), so that the upgrade covers all migrations since. Older databases are migrated
 * differently, which portal/bff/src/database/migrator.integration.test.ts tests.
 */
const firstBaseline = '96d51f9526389dcbaa4919581983f4b6ba6a20bb';

/** Subject of the commits of `make release`, which also clones without tags have. */
const ofRelease = String.raw`^release: [0-9]+\.[0-9]+\.[0-9]+$`;

/** Returns the commit to upgrade from: FROM, else the last release before this commit, else `firstBaseline`, which it prints. */
export async function lastRelease(print: (line: string) => void, clone = repository): Promise<string> {
  if (process.env.FROM) return process.env.FROM;
  const newest = ['log', '--max-count=1', '--format=%H', '--extended-regexp', `--grep=${ofRelease}`];
  const release = await git(clone, [...newest, 'HEAD^@']);
  if (release !== '') return release;
  print('There is no release before this commit; the upgrade begins with the first baseline of the schema.');
  return firstBaseline;
}

/** Puts the files of a release into `folder`, with the packages that its programs need. */
export async function checkOut(release: string, folder: string): Promise<void> {
  const commit = await git(repository, ['rev-parse', '--verify', '--quiet', `${release}^{commit}`]).catch(
    () => undefined,
  );
  if (commit === undefined) {
    throw new Error(
      `This clone does not have ${release}, with which the upgrade begins: git fetch --unshallow --tags fetches it.`,
    );
  }
  await mkdir(folder, { recursive: true });
  await git(repository, ['archive', `--output=${folder}.tar`, commit]);
  await run('tar', ['--extract', `--file=${folder}.tar`, `--directory=${folder}`]);
  // The same packages as in the images, for the Node that runs this test.
  const onlyPrograms = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', ...onlyPrograms], { cwd: folder });
}

/** Returns the file names of a release's migrations. */
export async function migrationsOf(release: string): Promise<string[]> {
  const files = await readdir(join(release, 'portal/bff/src/database/migrations'));
  return files.filter((name) => name.endsWith('.sql'));
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  return (await run('git', args, { cwd })).stdout.trim();
}
