/** Checks the contents of the repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const packageOf = (workspace) => JSON.parse(readFileSync(path(`${workspace}/package.json`), 'utf8'));

function git(...args) {
  return spawnSync('git', args, { cwd: path(''), encoding: 'utf8' }).stdout;
}

test.each([
  ['portal/web', 'react', 'SPEC-10.2, SPEC-10.3'],
  ['portal/web', 'react-dom', 'SPEC-10.2, SPEC-10.4'],
  ['kube', '@kubernetes/client-node', 'SPEC-10.5'],
  ['portal/bff', 'express', 'SPEC-10.6, SPEC-10.27'],
  ['portal/bff', 'openid-client', 'SPEC-10.7'],
  ['crds', 'yaml', 'SPEC-10.8'],
  ['portal/contract', 'zod', 'SPEC-10.9'],
  ['portal/web', 'react-router-dom', 'SPEC-10.10'],
  ['portal/web', '@patternfly/react-core', 'SPEC-10.11, SPEC-10.27'],
  ['portal/web', 'i18next', 'SPEC-10.12'],
  ['portal/web', 'vite', 'SPEC-10.13'],
])('%s depends on %s and imports it (%s)', (workspace, dependency) => {
  const { dependencies, devDependencies } = packageOf(workspace);
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([dependency]);
  const imported = String.raw`(from |import\()'${dependency}(/[^']*)?'`;
  const product = [workspace, ':!*.test.*', ':!*/testing/*'];
  expect(git('grep', '--cached', '-lE', imported, '--', ...product)).not.toBe('');
});

test('all programs are written in TypeScript and tested with Jest (SPEC-10.1, SPEC-10.14)', () => {
  const sources = git('ls-files', '*/src/*.js', '*/src/*.jsx', '*/src/*.mjs', ':!*/testing/*');
  expect(sources).toBe('');
  expect(git('ls-files', 'operator/src/*.test.ts', 'portal/*/src/*.test.ts')).not.toBe('');
  const { devDependencies } = packageOf('.');
  expect(devDependencies).toMatchObject({ jest: expect.any(String), typescript: expect.any(String) });
});

test.each([
  ['operator', 'SPEC-10.16'],
  ['portal', 'SPEC-10.17'],
  ['crds', 'SPEC-10.18'],
  ['charts', 'SPEC-10.19'],
  ['package.json', 'SPEC-10.20'],
  ['tsconfig.json', 'SPEC-10.21'],
  ['Makefile', 'SPEC-10.22'],
])('%s is at the top level (%s)', (name) => {
  expect(existsSync(path(name))).toBe(true);
});

test('a large spinner is centered on the page until the application has loaded (SPEC-1.27)', () => {
  const page = readFileSync(path('portal/web/index.html'), 'utf8');
  const root = /<div id="root">(.*?)<script/s.exec(page)?.[1];
  expect(root).toMatch(/pf-v6-l-bullseye.*pf-v6-c-spinner pf-m-xl/s);
});

test('no file path is taken from the pathname of a URL, which encodes spaces', () => {
  expect(git('grep', '-nE', String.raw`import\.meta\.url\)\.pathname`)).toBe('');
});

test('every file and folder named in docs/architecture.md exists', () => {
  const text = readFileSync(path('docs/architecture.md'), 'utf8');
  const top = git('ls-files').match(/^[^/\n]+(?=\/)/gm);
  const named = [...text.matchAll(/`(?<top>[^`/\s]+)\/[^`\s*]*`/g)].filter(({ groups }) =>
    top.includes(groups.top),
  );
  const names = named.map(([name]) => name.slice(1, -1));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !existsSync(path(name)))).toEqual([]);
});
