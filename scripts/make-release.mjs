import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Guides that name build artifacts. */
const guides = ['docs', 'docs/zh'].flatMap((folder) => [
  `${folder}/install.md`,
  `${folder}/installing/air-gapped.md`,
]);
/** Pages that list the versions supported by each minor release. */
const support = ['docs/versions.md', 'docs/zh/versions.md'];

/**
 * Sets the version of packages, chart and guides, dates the changelog, commits and tags. If a release is not possible, throws
 * an explanation before changing anything.
 * @param release `{ root, version, today }`: the repository's folder, and for example `0.2.0` and `2026-12-01`
 */
export function makeRelease({ root, version, today }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (path) => readFileSync(join(root, path), 'utf8');
  refuse(version, { git, changes: read('CHANGELOG.md') });

  const former = JSON.parse(read('package.json')).version;
  for (const [path, change] of filesOf(JSON.parse(read('package.json')).workspaces))
    writeFileSync(join(root, path), change(read(path), { former, version, today }));
  git('commit', '--quiet', '--all', '--allow-empty', `--message=release: ${version}`);
  git('tag', '--annotate', `v${version}`, `--message=GPULease ${version}`);
}

function refuse(version, { git, changes }) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Set VERSION: make release VERSION=0.2.0');
  if (git('status', '--porcelain') !== '')
    throw new Error(
      'There are uncommitted changes. Commit or discard them: a release contains only committed files.',
    );
  const last = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0];
  if (last && !isNewer(version, last.slice(1)))
    throw new Error(`${version} is not newer than ${last}, the last release.`);
  if (!changes.includes(`\n${unreleased(version)}\n`))
    throw new Error(
      `CHANGELOG.md has no heading "${unreleased(version)}". Add it, with the changes that operators and customers notice.`,
    );
}

const minorOf = (version) => version.split('.').slice(0, 2).join('.');

const unreleased = (version) => `## ${version}, not yet released`;

function isNewer(version, other) {
  const [ours, theirs] = [version, other].map((text) => text.split('.').map(Number));
  const first = ours.findIndex((number, index) => number !== theirs[index]);
  return first >= 0 && ours[first] > theirs[first];
}

/** Returns the files that contain the version, each with a function that updates it. */
function filesOf(workspaces) {
  return [
    [
      'CHANGELOG.md',
      (text, { version, today }) => text.replace(unreleased(version), `## ${version}, ${today}`),
    ],
    [
      'charts/gpulease/Chart.yaml',
      (text, { version }) => text.replace(/^((?:appV|v)ersion: ).*$/gm, `$1${version}`),
    ],
    ...['.', ...workspaces].map((folder) => [join(folder, 'package.json'), inPackage]),
    ['package-lock.json', (text, { version }) => inLockfile(text, { version, workspaces })],
    ...guides.map((path) => [path, inGuide]),
    ...support.map((path) => [path, inSupport]),
  ];
}

function inPackage(text, { version }) {
  return text.replace(/^( {2}"version": )".*"/m, `$1"${version}"`);
}

function inLockfile(text, { version, workspaces }) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const folder of ['', ...workspaces]) lock.packages[folder].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Updates the first version on the page, which is the current one; later ones may be others. */
function inSupport(text, { version }) {
  return text.replace(/(?<=GPULease )\d+\.\d+/, minorOf(version));
}

/** Updates only the names of archives and images: a guide may also mention earlier versions. */
function inGuide(text, { former, version }) {
  const names = new RegExp(
    String.raw`(gpulease-[\w$-]*[-:]|gpulease-)${former.replaceAll('.', String.raw`\.`)}(?=\.oci\.tar|\.tgz|[\s\x60])`,
    'g',
  );
  return text.replace(names, `$1${version}`);
}
