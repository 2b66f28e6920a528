import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  summary: string;
}

const { alerts } = parse(read('charts/gpulease/files/alerts.yaml')) as { alerts: Alert[] };
const guide = read('docs/operator-guide.md');

/** The names of all metrics that our programs export. */
const exported = new Set(
  globSync('{operator,kube,portal/bff}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/\bname: '([a-z]+(?:_[a-z]+)+)'/g)])
    .map(([, name = '']) => name),
);

describe.each(alerts)('the alert $alert', ({ alert, expr, summary }) => {
  it('asks for metrics that there are', () => {
    const names = [...expr.matchAll(/\b(?:gpulease|controller_runtime|workqueue|leader_election)_\w+/g)];
    expect(names).not.toEqual([]);
    for (const [name] of names) expect([...exported]).toContain(name.replace(/_count$/, ''));
  });

  it('says what is wrong in a sentence, and the guide what to do', () => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(guide).toMatch(new RegExp(`\\| \`${alert}\` +\\| \\S`));
  });
});

it('no alert is told of that there is none of', () => {
  const told = [...guide.matchAll(/\| `(GPULease\w+)`/g)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});
