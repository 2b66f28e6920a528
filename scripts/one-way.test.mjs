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
  ['a room that comes before', 'app/app.js', `import { Page } from '../ui/page.js'`],
  [
    'a feature that the table names',
    'features/users/page.js',
    `import { rows } from '../audit/lists/rows.js'`,
  ],
  ['its own room', 'features/users/lists/rows.js', `import { name } from '../name.js'`],
  ['a package', 'ui/page.js', `import { useState } from 'react'`],
])('a file may import %s', (_, file, code) => {
  expect(findings(file, code)).toEqual([]);
});

test.each([
  ['a room that comes after', 'ui/page.js', `import { app } from '../app/app.js'`],
  ['such a room when it is needed', 'ui/page.js', `const app = () => import('../app/app.js')`],
  ['such a room for others', 'ui/page.js', `export { app } from '../app/app.js'`],
  ['a feature that the table does not name', 'features/audit/page.js', `import '../users/page.js'`],
  ['a folder without a place in the table', 'app/app.js', `import { sample } from '../testing/samples.js'`],
])('a file may not import %s', (_, file, code) => {
  expect(findings(file, code)).toEqual([expect.stringContaining('may not import')]);
});

test('a folder without a place in the table may import nothing of the others', () => {
  expect(findings('features/new/page.js', `import { Page } from '../../ui/page.js'`)).toHaveLength(1);
});
