import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The names of all metrics that our programs export. */
export const exportedNames: ReadonlySet<string> = new Set(
  globSync('{operator,kube,portal/bff}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\bname: '([a-z]+(?:_[a-z]+)+)'/g),
    ])
    .map(([, name = '']) => name),
);

/** The metrics that a text or an expression names, histograms without the ends of their series. */
export function namesIn(text: string): string[] {
  const names = text.matchAll(/\b(?:gpulease|controller_runtime|workqueue|leader_election|rest_client)_\w+/g);
  return [...names].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
}
