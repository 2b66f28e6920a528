import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { workloadReasons } from '@gpulease/crds';
import type { Cause } from '../../operator/src/workload/causes/cause.ts';
import { causes, refusals } from '../../operator/src/workload/causes/causes.ts';
import { alerts } from './testing/alerts.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it.each(alerts)('the alert $alert describes the problem in one sentence', ({ summary }) => {
  expect(summary).toMatch(/^[A-Z].*\.$/);
});

/** The reasons whose message tells customers that the operators have been notified. */
const toldOfUs = [
  ...Object.values<Cause>({ ...causes, ...refusals })
    .filter(({ message }) => message.includes('been notified'))
    .map(({ reason }) => reason),
  ...globSync('operator/src/workload/causes/*causes.ts', { cwd: root })
    .flatMap((file) => read(file).split('reason: workloadReasons.').slice(1))
    .filter((cause) => cause.split('\n  }')[0]?.includes('been notified'))
    .map((cause) => workloadReasons[/^\w+/.exec(cause)?.[0] as keyof typeof workloadReasons]),
  ...[
    ...read('portal/web/src/features/workloads/causes-in-chinese.ts').matchAll(/(\w+): '[^']*正在处理/g),
  ].map(([, reason = '']) => reason),
];

it.each(toldOfUs)('%s, whose message says that we have been notified, raises an alert', (reason) => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'GPULeaseMachinesNeedHelp') ?? {};
  const [, pattern] = /reason=~"([^"]+)"/.exec(expr) ?? [];
  expect(reason).toMatch(new RegExp(`^(?:${pattern})$`));
});
