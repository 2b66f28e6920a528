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

/** Words that also name something else: phases, states, conditions, Kubernetes' reasons, the portal's errors. */
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

/** Returns CamelCase literals used as a reason, and literals that can only be a reason. */
function literalsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const written = [...text.matchAll(/\breason: '([A-Z][a-z]\w+)'(?! \|)/g)].map(([, word = '']) => word);
  const words = [...text.matchAll(/'([A-Z][a-z]\w+)'/g)]
    .map(([, word = '']) => word)
    .filter((word) => reasons.has(word) && !otherMeanings.has(word));
  return [...new Set([...written, ...words])].map((word) => `${file}: ${word}`);
}

it('are used through their constants, not as literals, in operator and portal', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(literalsIn)).toEqual([]);
});

it('are unique within each list', () => {
  for (const list of lists) expect(list).toEqual([...new Set(list)]);
});
