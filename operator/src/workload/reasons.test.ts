import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));

it('names the reasons of a Workload by their constants, and writes none of them out', () => {
  const literals = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\breason: '[A-Z]\w+'(?! \|)/g)].map(
      ([found]) => `${file}: ${found}`,
    ),
  );
  expect(literals).toEqual([]);
});
