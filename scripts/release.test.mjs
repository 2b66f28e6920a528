import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { lastRelease } from '../e2e/upgrade/releases.ts';
import { makeRelease } from './make-release.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
let root;
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (path) => readFileSync(join(root, path), 'utf8');
const release = (version) => makeRelease({ root, version, today: '2026-12-01' });

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const guides = ['docs', 'docs/zh'].flatMap((folder) => [
  `${folder}/install.md`,
  `${folder}/installing/air-gapped.md`,
]);

const manifest = (name) =>
  `${JSON.stringify({ name, version: '0.1.0', dependencies: { other: '0.1.0' } }, null, 2)}\n`;
const lock = {
  version: '0.1.0',
  packages: {
    '': { version: '0.1.0' },
    crds: { version: '0.1.0' },
    'node_modules/other': { version: '0.1.0' },
  },
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gpulease-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.com');
  write('package.json', manifest('gpulease').replace('{\n', '{\n  "workspaces": ["crds"],\n'));
  write('crds/package.json', manifest('crds'));
  write('package-lock.json', JSON.stringify(lock));
  write(
    'charts/gpulease/Chart.yaml',
    "name: gpulease\nversion: 0.1.0\nappVersion: 0.1.0\nkubeVersion: '>=1.32.0-0'\n",
  );
  write(
    'CHANGELOG.md',
    '# Changes\n\n## 0.2.0, not yet released\n\n- New.\n\n## 0.1.0, 2026-11-01\n\n- First.\n',
  );
  for (const path of guides)
    write(
      path,
      'gpulease-0.1.0.tgz `gpulease-portal-0.1.0.oci.tar` gpulease-$name-0.1.0.oci.tar gpulease-portal:0.1.0 since 0.1.0\n',
    );
  write('docs/versions.md', '# Versions\n\nWhat GPULease 0.1 runs on. GPULease 0.1 was the first.\n');
  write('docs/zh/versions.md', '# 版本\n\n以下是 GPULease 0.1 的运行环境。GPULease 0.1 是第一个版本。\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
  git('tag', '--annotate', 'v0.1.0', '--message=first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a release sets its version everywhere and has a date, a commit and a tag', () => {
  release('0.2.0');
  for (const path of ['package.json', 'crds/package.json'])
    expect(JSON.parse(read(path))).toMatchObject({ version: '0.2.0', dependencies: { other: '0.1.0' } });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.2.0',
    packages: {
      '': { version: '0.2.0' },
      crds: { version: '0.2.0' },
      'node_modules/other': { version: '0.1.0' },
    },
  });
  expect(read('charts/gpulease/Chart.yaml')).toContain('\nversion: 0.2.0\nappVersion: 0.2.0\nkubeVersion');
  expect(read('CHANGELOG.md')).toContain('## 0.2.0, 2026-12-01\n\n- New.\n\n## 0.1.0, 2026-11-01');
  for (const path of guides)
    expect(read(path)).toBe(
      'gpulease-0.2.0.tgz `gpulease-portal-0.2.0.oci.tar` gpulease-$name-0.2.0.oci.tar gpulease-portal:0.2.0 since 0.1.0\n',
    );
  expect(read('docs/versions.md')).toContain('What GPULease 0.2 runs on. GPULease 0.1 was the first.');
  expect(read('docs/zh/versions.md')).toContain(
    '以下是 GPULease 0.2 的运行环境。GPULease 0.1 是第一个版本。',
  );
  expect(git('describe')).toBe('v0.2.0');
  expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0');
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  ['no version', '', /Set VERSION/],
  ['a version that is not a number', 'next', /Set VERSION/],
  ['the last released version', '0.1.0', /not newer than v0\.1\.0/],
  ['an older version', '0.0.9', /not newer than v0\.1\.0/],
  ['a version without changes', '0.3.0', /CHANGELOG\.md has no heading "## 0\.3\.0, not yet released"/],
])('%s is refused', (_, version, sentence) => {
  expect(() => release(version)).toThrow(sentence);
  expect(git('describe')).toBe('v0.1.0');
});

test('refuses to release with uncommitted changes', () => {
  write('crds/new.ts', '');
  expect(() => release('0.2.0')).toThrow(/uncommitted/);
  expect(git('describe')).toBe('v0.1.0');
});

describe('an upgrade begins with', () => {
  const printed = [];
  const start = () => lastRelease((line) => printed.push(line), root);
  const commit = (message) => git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  beforeEach(() => printed.splice(0));

  test('the newest release before this commit, ignoring other branches and a release of this commit', async () => {
    release('0.2.0');
    commit('after the release');
    git('checkout', '--quiet', '-b', 'other');
    commit('release: 0.3.0');
    git('checkout', '--quiet', '-');
    commit('release: 0.4.0');
    // A clone may have no tags.
    const commitOfRelease = git('rev-parse', 'v0.2.0^{commit}');
    git('tag', '--delete', 'v0.2.0');
    expect(await start()).toBe(commitOfRelease);
    expect(printed).toEqual([]);
  });

  test('the first baseline of the schema if there is no release, and reports that', async () => {
    commit('feature: release: 0.1.1');
    expect(await start()).toMatch(/^[0-9a-f]{40}$/);
    expect(printed).toEqual([expect.stringContaining('There is no release before this commit')]);
  });
});

test('every package of this repository has the version of the chart', () => {
  const own = (path) => readFileSync(join(repository, path), 'utf8');
  const { version, workspaces } = JSON.parse(own('package.json'));
  expect(workspaces.map((folder) => JSON.parse(own(`${folder}/package.json`)).version)).toEqual(
    workspaces.map(() => version),
  );
  expect(own('charts/gpulease/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  for (const path of guides) expect(own(path)).toContain(`gpulease-${version}.tgz`);
  const [minor] = /^\d+\.\d+/.exec(version);
  for (const path of ['docs/versions.md', 'docs/zh/versions.md'])
    expect(own(path)).toMatch(new RegExp(`^[^]*?GPULease ${minor.replace('.', String.raw`\.`)} `));
});
