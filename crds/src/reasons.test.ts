import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { catalogueReasons } from './catalogue-reasons.ts';
import { fundedReasons, orderReasons } from './conditions.ts';
import { workloadReasons } from './reasons.ts';
import { workloadPhaseSchema } from './v1alpha1/workload-status.ts';

const root = join(import.meta.dirname, '../..');
const lists = [workloadReasons, catalogueReasons, fundedReasons, orderReasons].map((list): string[] =>
  Object.values(list),
);
const reasons = new Set(lists.flat());

/** Words that name something else as well: phases, states, conditions, Kubernetes' own reasons, the portal's refusals. */
const otherMeanings = new Set<string>([
  ...workloadPhaseSchema.options,
  ...[
    'Ready',
    'Inactive',
    'Maintenance',
    'Suspended',
    'Unschedulable',
    'NotFound',
    'NameTaken',
    'QuotaExceeded',
  ],
]);

const sources = globSync('{operator,portal/bff}/src/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
);

/** What is given as a reason in CamelCase, and words that only a reason is. */
function literalsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const written = [...text.matchAll(/\breason: '([A-Z][a-z]\w+)'(?! \|)/g)].map(([, word = '']) => word);
  const words = [...text.matchAll(/'([A-Z][a-z]\w+)'/g)]
    .map(([, word = '']) => word)
    .filter((word) => reasons.has(word) && !otherMeanings.has(word));
  return [...new Set([...written, ...words])].map((word) => `${file}: ${word}`);
}

it('are named by their constants in operator and portal, and written out nowhere', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(literalsIn)).toEqual([]);
});

it('are words that mean one thing: none is written twice in one list', () => {
  for (const list of lists) expect(list).toEqual([...new Set(list)]);
});
