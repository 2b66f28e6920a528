import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of this commit, with what is not committed yet. */
export const repository = resolve(import.meta.dirname, '../..');

/**
 * What the upgrade begins with while there is no release: the commit that made the baseline of the schema
 * (docs/adr/0118-one-baseline-of-the-schema.md), so that all migrations since lie between. Databases from before it are
 * taken over in another way, which portal/bff/src/database/migrator.integration.test.ts tests.
 */
const firstBaseline = '96d51f9526389dcbaa4919581983f4b6ba6a20bb';

/** As `make release` words its commits, which clones without tags have, too. */
const ofRelease = String.raw`^release: [0-9]+\.[0-9]+\.[0-9]+$`;

/** The commit that the upgrade begins with: FROM, else the last release before this one, else `firstBaseline`, of which it tells. */
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
  // As the images have them, and on the Node that we run on.
  const onlyPrograms = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', ...onlyPrograms], { cwd: folder });
}

/** The migrations of a release, by their names. */
export async function migrationsOf(release: string): Promise<string[]> {
  const files = await readdir(join(release, 'portal/bff/src/database/migrations'));
  return files.filter((name) => name.endsWith('.sql'));
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  return (await run('git', args, { cwd })).stdout.trim();
}
