import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const repository = join(import.meta.dirname, '../../..');

/** A commit, and where its files lie. */
export interface Source {
  folder: string;
  revision: string;
  /** When it was committed, in seconds since 1970. */
  time: number;
  /** Of the chart, and so of the images. */
  version: string;
  /** Where the chart expects the images. */
  registry: string;
  /** Where the sources are published. */
  url: string;
}

/** Lays the files of the checked out commit into `folder`, and only those: what is not committed gets into no image. */
export function exportCommit(folder: string): Source {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, '../commit.tar');
  git(['archive', '--format=tar', `--output=${archive}`, 'HEAD']);
  execFileSync('tar', ['--extract', '--no-same-permissions', `--file=${archive}`, `--directory=${folder}`]);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const { version } = parse(read('charts/gpulease/Chart.yaml')) as { version: string };
  const { image } = parse(read('charts/gpulease/values.yaml')) as { image: { registry: string } };
  const { repository: url } = JSON.parse(read('package.json')) as { repository: string };
  const revision = git(['rev-parse', 'HEAD']);
  return {
    folder,
    revision,
    time: Number(git(['log', '-1', '--format=%ct'])),
    version,
    registry: image.registry,
    url,
  };
}

/** Changed files that the commit has not; what is ignored does not count. */
export function uncommittedFiles(): string[] {
  return git(['status', '--porcelain']).split('\n').filter(Boolean);
}

function git(args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trimEnd();
}
