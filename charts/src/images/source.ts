import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const repository = join(import.meta.dirname, '../../..');

/** A commit and the folder of its files. */
export interface Source {
  folder: string;
  revision: string;
  /** When it was committed, in seconds since 1970. */
  time: number;
  /** The version of the chart and the images. */
  version: string;
  /** The registry from which the chart pulls the images. */
  registry: string;
  /** The URL of the published sources. */
  url: string;
}

/** Exports the checked-out commit to `folder`, so that uncommitted files do not get into images. */
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

/** Returns the uncommitted files, without ignored ones. */
export function uncommittedFiles(): string[] {
  return git(['status', '--porcelain']).split('\n').filter(Boolean);
}

function git(args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trimEnd();
}
