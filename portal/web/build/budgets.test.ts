import { expect, it } from '@jest/globals';
import { overBudget } from './budgets.ts';
import type { Chunk } from './chunks.ts';

const aChunk = (file: string, change: Partial<Chunk> = {}): Chunk => ({
  file,
  source: undefined,
  js: 10_000,
  imports: [],
  css: [],
  ...change,
});

const entry = aChunk('entry.js', { source: 'index.html', js: 139_000, imports: ['react.js'] });
const frame = aChunk('shell.js', { source: 'src/app/shell.tsx', js: 60_000, imports: ['react.js'] });
const page = aChunk('page.js', {
  source: 'src/features/billing/customer/billing-page.tsx',
  imports: ['table.js', 'react.js'],
});
const table = aChunk('table.js', { js: 80_000 });
const react = aChunk('react.js');

it('accepts a build within its budgets and counts shared code once', () => {
  expect(overBudget([entry, frame, page, table, react])).toEqual([]);
});

it('counts everything the shell imports', () => {
  expect(overBudget([entry, aChunk('react.js', { js: 19_000 })])).toEqual([
    'What index.html loads: 158.0 kB of js, more than 157.0 kB',
  ]);
});

it('names a page that exceeds its budget', () => {
  expect(overBudget([entry, frame, page, aChunk('table.js', { js: 85_000 }), react])).toEqual([
    'src/features/billing/customer/billing-page.tsx: 95.0 kB of js, more than 92.0 kB',
  ]);
});

it('counts the texts toward a first page', () => {
  const texts = aChunk('zh.js', { source: 'src/i18n/locales/zh/index.ts', js: 64_000 });
  const home = { ...page, source: 'src/features/home/home-page.tsx' };
  expect(overBudget([entry, texts, home, aChunk('table.js'), react])).toEqual([
    'What home adds to index.html: 84.0 kB of js, more than 83.0 kB',
  ]);
});

it('counts a stylesheet once for all chunks that import it', () => {
  const css = [{ file: 'page.css', size: 35_000 }];
  expect(overBudget([entry, { ...page, css }, { ...table, css }, react])).toEqual([]);
  expect(
    overBudget([entry, { ...page, css }, { ...table, css: [{ file: 't.css', size: 35_000 }] }, react]),
  ).toEqual(['src/features/billing/customer/billing-page.tsx: 70.0 kB of css, more than 52.0 kB']);
});
