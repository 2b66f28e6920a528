import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { oneWay } from './one-way.mjs';

const rooms = { ui: [], 'features/users': ['ui', 'features/audit'], 'features/audit': ['ui'], app: ['ui'] };

function findings(file, code) {
  const config = {
    plugins: { imports: { rules: { 'one-way': oneWay } } },
    rules: { 'imports/one-way': ['error', { root: 'src', rooms }] },
  };
  return new Linter({ cwd: '/web' })
    .verify(code, config, { filename: `/web/src/${file}` })
    .map(({ message }) => message);
}

test.each([
  ['a listed room', 'app/app.js', `import { Page } from '../ui/page.js'`],
  ['a listed feature', 'features/users/page.js', `import { rows } from '../audit/lists/rows.js'`],
  ['its own room', 'features/users/lists/rows.js', `import { name } from '../name.js'`],
  ['a package', 'ui/page.js', `import { useState } from 'react'`],
])('a file may import %s', (_, file, code) => {
  expect(findings(file, code)).toEqual([]);
});

test.each([
  ['an unlisted room', 'ui/page.js', `import { app } from '../app/app.js'`],
  ['an unlisted room dynamically', 'ui/page.js', `const app = () => import('../app/app.js')`],
  ['an unlisted room by re-export', 'ui/page.js', `export { app } from '../app/app.js'`],
  ['an unlisted feature', 'features/audit/page.js', `import '../users/page.js'`],
  ['a folder without an entry', 'app/app.js', `import { sample } from '../testing/samples.js'`],
])('a file may not import %s', (_, file, code) => {
  expect(findings(file, code)).toEqual([expect.stringContaining('may not import')]);
});

test('a folder without an entry may import nothing', () => {
  expect(findings('features/new/page.js', `import { Page } from '../../ui/page.js'`)).toHaveLength(1);
});
