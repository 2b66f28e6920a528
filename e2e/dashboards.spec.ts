import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { dashboards } from '../charts/src/testing/dashboards.ts';
import { demoHome } from './support/demo.ts';
import { destroyMachines, namespaceOf, startLonelyMachine } from './support/journeys.ts';
import { eventually } from './support/wait.ts';

/** Panels that only show problems, which charts/src/panels.integration.test.ts simulates, or need the network that the demo lacks. */
const troubles = [
  'Unusable images',
  'Network policies enforced',
  'Requests forbidden by the API server in 15 minutes',
  'Waiting machines',
  'Longest wait',
  'Starts in an hour',
  'Machines in transition',
  'Failed machines',
  'Orders rejected in the last hour',
  'Server errors per second',
  'Refusals per second',
  'Most refused operations in an hour',
];

test('every panel of the dashboards shows what the demo measures', async () => {
  const name = `watched-${Date.now()}`;
  await startLonelyMachine(name);
  const tenant = (await namespaceOf(name)).replace(/^u-/, '');
  const panels = dashboards.flatMap((dashboard) => dashboard.panels);
  expect(troubles.filter((title) => !panels.some((panel) => panel.title === title))).toEqual([]);
  const questions = panels
    .filter(({ title }) => !troubles.includes(title))
    .flatMap(({ queries }) => queries.map(({ expr }) => expr.replaceAll('$tenant', tenant)));
  await eventually(
    () => withoutSeries(questions),
    (empty) => expect(empty).toEqual([]),
  );
  await destroyMachines(name);
});

/** Returns the expressions for which the demo's VictoriaMetrics has no series. Throws if it refuses one. */
async function withoutSeries(expressions: readonly string[]): Promise<string[]> {
  const { ports } = JSON.parse(readFileSync(join(demoHome(), 'ports.json'), 'utf8')) as {
    ports: { victoriaMetrics: number };
  };
  const empty: string[] = [];
  for (const expression of expressions) {
    const address = `http://127.0.0.1:${ports.victoriaMetrics}/api/v1/query?query=${encodeURIComponent(expression)}`;
    const { data, error } = (await (await fetch(address)).json()) as Answer;
    if (data === undefined) throw new Error(`${expression}: ${error ?? 'no answer'}`);
    if (data.result.length === 0) empty.push(expression);
  }
  return empty;
}

interface Answer {
  data?: { result: unknown[] };
  error?: string;
}
