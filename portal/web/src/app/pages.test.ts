import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { RouteObject } from 'react-router-dom';
import { kinds, pages } from './pages.ts';
import { routes } from './router.tsx';

/** The entries of the table: path, file name and export. */
const entries = [
  ...readFileSync(join(__dirname, 'pages.ts'), 'utf8').matchAll(
    /^ {2}'?([^\s']+)'?: async \(\) =>\s+\(await import\('([^']+)'\)\)\.(\w+),$/gm,
  ),
].map(([, path = '', file = '', name = '']) => ({ path, file: basename(file, '.tsx'), name }));
const entryOf = (path: string) => entries.find((entry) => entry.path === path);

/** `/admin/workloads/:user/:name` is `admin-workload-page`: a path below a list shows one item. */
function fileOf(path: string): string {
  if (path === '/') return 'home-page';
  const words = path.slice(1).split('/');
  const isAdmin = words[0] === 'admin';
  const [subject = '', ...below] = isAdmin ? words.slice(1) : words;
  const area = isAdmin ? ['admin'] : [];
  const action = below.includes('create') ? ['create'] : [];
  const noun = below.length > 0 ? subject.replace(/s$/, '') : subject;
  return [...area, ...action, noun, 'page'].join('-');
}

function inCamelCase(file: string): string {
  return file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

it.each(Object.keys(pages))('the page at %s is in the file named after its path', (path) => {
  const file = fileOf(path);
  expect(entryOf(path)).toEqual({ path, file, name: inCamelCase(`-${file}`) });
});

it.each(Object.keys(kinds))('the kind at /admin/%s is in the file named after its path', (area) => {
  expect(entryOf(area)).toEqual({ path: area, file: area, name: inCamelCase(area) });
});

it('every page has a route, and every route with a page is in the table', () => {
  const pathsOf = (all: readonly RouteObject[]): string[] =>
    all.flatMap(({ path, lazy, children = [] }) => [...(path && lazy ? [path] : []), ...pathsOf(children)]);
  const ofKinds = (path: string) =>
    Object.keys(kinds).some((area) => `${path}/`.startsWith(`/admin/${area}/`));
  const paths = pathsOf(routes);
  expect(paths.filter((path) => !ofKinds(path)).sort()).toEqual(Object.keys(pages).sort());
  expect(paths).toEqual(expect.arrayContaining(Object.keys(kinds).map((area) => `/admin/${area}`)));
});
