import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const files = globSync('{crds,kube,operator,portal/*,local,charts,kind,node-test,e2e,bench}/**/*.{ts,tsx}', {
  cwd: root,
}).filter((file) => !file.includes('node_modules'));

const { resolve } = createRequire(import.meta.url);

/** Returns the repository's files that a file imports, including type-only imports and imports through packages. */
function importsOf(file: string, all: ReadonlySet<string>): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from\s'(\.[^']+|@gpulease\/[^']+)'/gm)]
    .map(([, path = '']) =>
      path.startsWith('.') ? join(dirname(file), path) : relative(root, resolve(path)),
    )
    .filter((path) => all.has(path));
}

/** Returns the first import cycle found, as a path; undefined if there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = walk(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

it('an import cycle is found, even at the end of a longer path', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(circleIn(imports)).toEqual(['b', 'd', 'b']);
});

it('no files import each other in a cycle', () => {
  const all = new Set(files);
  expect(all.size).toBeGreaterThan(500);
  const imports = new Map(files.map((file) => [file, importsOf(file, all)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(circleIn(imports)).toBeUndefined();
});
