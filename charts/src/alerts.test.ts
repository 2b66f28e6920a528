import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { workloadReasons } from '@gpulease/crds';
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

/** The reasons whose sentence tells customers that the platform's people know. */
const toldOfUs = [
  ...globSync('operator/src/workload/causes/*causes.ts', { cwd: root })
    .flatMap((file) => read(file).split('reason: workloadReasons.').slice(1))
    .filter((cause) => cause.includes('been notified'))
    .map((cause) => workloadReasons[/^\w+/.exec(cause)?.[0] as keyof typeof workloadReasons]),
  ...[...read('portal/web/src/features/workloads/causes.ts').matchAll(/(\w+): '[^']*正在处理/g)].map(
    ([, reason = '']) => reason,
  ),
];

it.each(toldOfUs)('%s, of which customers read that we have been notified, raises an alert', (reason) => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'GPULeaseMachinesNeedHelp') ?? {};
  const [, pattern] = /reason=~"([^"]+)"/.exec(expr) ?? [];
  expect(reason).toMatch(new RegExp(`^(?:${pattern})$`));
});

it('no alert is told of that there is none of', () => {
  const told = [...guide.matchAll(/\| `(GPULease\w+)`/g)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});
