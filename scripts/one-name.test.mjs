/** Checks that within a package no two files export the same name. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that may export the same names: texts in two languages, and the row types of database tables. */
const isExempt = (file) =>
  /\.test\.tsx?$|\.d\.ts$|\/locales\/(en|zh)\/|\/value-names\/|\/database\/tables\.ts$/.test(file);

/** Returns `portal/bff` for `portal/bff/src/app.ts`, `kube` for `kube/src/store.ts`. */
const packageOf = (file) =>
  file.slice(0, file.indexOf('/', file.startsWith('portal/') ? 'portal/'.length : 0));

const exported =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (?<name>\w+)/gm;

/** Returns the names exported by more than one file of a package, each with its files. */
function twins(sources) {
  const files = new Map();
  for (const [file, text] of sources)
    for (const { groups } of text.matchAll(exported)) {
      const key = `${packageOf(file)}: ${groups.name}`;
      files.set(key, (files.get(key) ?? new Set()).add(file));
    }
  return [...files]
    .filter(([, { size }]) => size > 1)
    .map(([key, where]) => `${key} in ${[...where].join(', ')}`);
}

test('finds two files of one package that export the same name', () => {
  const sources = [
    ['kube/src/store.ts', 'export class Store {}\nexport type Key = string;'],
    ['kube/src/core/keys.ts', 'export const Key = 1;'],
    ['operator/src/store.ts', 'export async function Store() {}'],
  ];
  expect(twins(sources)).toEqual(['kube: Key in kube/src/store.ts, kube/src/core/keys.ts']);
});

test('no two files of one package export the same name', () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file.includes('/') && !isExempt(file));
  expect(files.length).toBeGreaterThan(500);
  expect(twins(files.map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]))).toEqual([]);
});
