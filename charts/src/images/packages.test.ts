import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { bundledPackages, installedPackages } from './packages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gpulease-packages-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}

it('lists the packages bundled in the pages and in their renderer', () => {
  write('app/dist/.vite/licenses.json', [{ name: 'react', version: '19.3.1', identifier: 'MIT', text: '…' }]);
  write('app/dist/server/.vite/licenses.json', [{ name: '@patternfly/react-core', version: '6.6.1' }]);
  expect(bundledPackages({ root, env: { WEB_DIST: '/app/dist' } })).toEqual([
    {
      type: 'library',
      name: 'react',
      version: '19.3.1',
      purl: 'pkg:npm/react@19.3.1',
      licenses: [{ expression: 'MIT' }],
    },
    {
      type: 'library',
      name: '@patternfly/react-core',
      version: '6.6.1',
      purl: 'pkg:npm/%40patternfly/react-core@6.6.1',
    },
  ]);
});

it('lists the packages bundled in the documents', () => {
  write('app/docs/.vite/licenses.json', [{ name: 'vue', version: '3.5.13', identifier: 'MIT' }]);
  const [vue] = bundledPackages({ root, env: { DOCS_DIST: '/app/docs' } });
  expect(vue?.purl).toBe('pkg:npm/vue@3.5.13');
});

it('lists no packages for an image without the web application', () => {
  expect(bundledPackages({ root, env: {} })).toEqual([]);
});

it('throws on a web application without a list of bundled packages', () => {
  expect(() => bundledPackages({ root, env: { WEB_DIST: '/app/dist' } })).toThrow('licenses.json');
});

it('finds the packages in every node_modules, but not nested package.json files', () => {
  write('node_modules/ws/package.json', { name: 'ws', version: '8.23.0' });
  write('node_modules/ws/dist/package.json', { type: 'module' });
  write('node_modules/a/node_modules/@types/ws/package.json', { name: '@types/ws', version: '8.18.2' });
  write('portal/bff/node_modules/pg/package.json', { name: 'pg', version: '8.23.1' });
  write('portal/bff/package.json', { name: '@gpulease/bff', version: '0.1.0' });
  expect(installedPackages(root).sort()).toEqual([
    'pkg:npm/%40types/ws@8.18.2',
    'pkg:npm/pg@8.23.1',
    'pkg:npm/ws@8.23.0',
  ]);
});
