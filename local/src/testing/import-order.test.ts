import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

/**
 * The subfolders and files of a folder, from the bottom row up: each imports only from lower rows. Entries of one row do not
 * import each other.
 */
const orders: Record<string, string[][]> = {
  'operator/src': [
    ['kept', 'metrics-source.ts', 'node-port-use.ts', 'runtime'],
    ['core-node'],
    ['kubevirt'],
    ['caches.ts'],
    ['catalogue'],
    ['cluster-network', 'gpu-check-result.ts', 'idle', 'start-outcome.ts', 'unwritten-findings.ts'],
    ['operator.ts'],
    ['compute-node'],
    ['placer'],
    ['region'],
    ['vm-image'],
    ['gpu', 'gpu-check', 'pricing-policy', 'sku', 'tenant', 'workload', 'xid'],
    ['config.ts', 'product-metrics.ts'],
    ['manager.ts'],
    ['main.ts'],
  ],
  'operator/src/workload': [
    ['causes'],
    ['scope.ts'],
    ['runs'],
    ['disk'],
    ['machine'],
    ['network'],
    ['decide'],
    ['children.ts', 'memory.ts'],
    ['context.ts'],
    ['steps'],
    ['status'],
    ['meaningful-change.ts', 'read-scope.ts', 'traces.ts'],
    ['reconcile.ts'],
    ['controller.ts'],
  ],
};
const folders = Object.entries(orders);

function productFiles(folder: string): string[] {
  return globSync('**/*.ts', { cwd: join(root, folder) }).filter(
    (file) => !file.endsWith('.test.ts') && !file.split('/').includes('testing'),
  );
}

/** Returns the files within the folder that a file of it imports, by path in the folder. */
function importsWithin(folder: string, file: string): string[] {
  const text = readFileSync(join(root, folder, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from\s'(\.[^']+)'/gm)]
    .map(([, path = '']) => relative('.', join(dirname(file), path)))
    .filter((path) => !path.startsWith('..'));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Returns the imports of `file` that do not lead to a lower row. */
function upward(order: readonly string[][], file: string, imports: readonly string[]): string[] {
  const row = (path: string) => order.findIndex((rooms) => rooms.includes(roomOf(path)));
  return imports
    .filter((path) => roomOf(path) !== roomOf(file) && row(path) >= row(file))
    .map((path) => `${file} imports ${path}`);
}

it('an import from the same row or a higher one is found', () => {
  const order = [['a'], ['b', 'c.ts'], ['d']];
  expect(upward(order, 'b/one.ts', ['a/one.ts', 'b/two.ts', 'c.ts', 'd/one.ts'])).toEqual([
    'b/one.ts imports c.ts',
    'b/one.ts imports d/one.ts',
  ]);
});

describe.each(folders)('%s', (folder, order) => {
  it('has a row for each subfolder and file', () => {
    const names = new Set(productFiles(folder).map(roomOf));
    expect(order.flat().sort()).toEqual([...names].sort());
  });

  it('has no upward import', () => {
    const files = productFiles(folder);
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => upward(order, file, importsWithin(folder, file)))).toEqual([]);
  });
});
