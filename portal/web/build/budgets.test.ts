import { expect, it } from '@jest/globals';
import { overBudget, type Chunk } from './budgets.ts';

const aChunk = (file: string, change: Partial<Chunk> = {}): Chunk => ({
  file,
  source: undefined,
  js: 10_000,
  imports: [],
  css: [],
  ...change,
});

const entry = aChunk('entry.js', { source: 'index.html', js: 140_000, imports: ['react.js'] });
const frame = aChunk('shell.js', { source: 'src/app/shell.tsx', js: 60_000, imports: ['react.js'] });
const page = aChunk('page.js', { source: 'src/pages/home/home-page.tsx', imports: ['table.js', 'react.js'] });
const table = aChunk('table.js', { js: 80_000 });
const react = aChunk('react.js');

it('accepts what is within the budgets, and counts what is shared once', () => {
  expect(overBudget([entry, frame, page, table, react])).toEqual([]);
});

it('counts what the first page needs before it runs', () => {
  expect(overBudget([entry, aChunk('react.js', { js: 10_001 })])).toEqual([
    'What index.html loads: 150.0 kB of js, more than 150.0 kB',
  ]);
});

it('names the page that has outgrown its budget', () => {
  expect(overBudget([entry, frame, page, aChunk('table.js', { js: 81_000 }), react])).toEqual([
    'src/pages/home/home-page.tsx: 91.0 kB of js, more than 90.0 kB',
  ]);
});

it('counts a stylesheet once for all chunks that bring it', () => {
  const css = [{ file: 'page.css', size: 35_000 }];
  expect(overBudget([entry, { ...page, css }, { ...table, css }, react])).toEqual([]);
  expect(
    overBudget([entry, { ...page, css }, { ...table, css: [{ file: 't.css', size: 35_000 }] }, react]),
  ).toEqual(['src/pages/home/home-page.tsx: 70.0 kB of css, more than 60.0 kB']);
});
