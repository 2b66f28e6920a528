/** Alerts and panels ask for series and labels that our programs export: what they misspell is silent. */
import { describe, expect, it } from '@jest/globals';
import { alerts } from './testing/alerts.ts';
import { dashboards } from './testing/dashboards.ts';
import { exportedNames, exportedSeries, machineSeries, targetLabels } from './testing/metrics.ts';
import { selectorsIn } from './testing/promql.ts';

const series = exportedSeries();
const asked = new Map([...series, ...machineSeries()]);

/** The labels that a text fills in, `{{ $labels.name }}` of an alert and `{{name}}` of a panel. */
const labelsIn = (text = ''): string[] =>
  [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label);

/** What is wrong with an expression and the text beside it. */
function faultsOf(expression: string, text?: string): string[] {
  const selectors = selectorsIn(expression);
  const known = new Set(selectors.flatMap(({ labels }) => labels));
  return [
    ...selectors.flatMap(({ series: name, labels }) => {
      const exported = asked.get(name);
      if (exported === undefined) return [`no series ${name}`];
      const strange = labels.filter((label) => ![...exported, ...targetLabels].includes(label));
      return strange.map((label) => `${name} has no label ${label}`);
    }),
    ...labelsIn(text)
      .filter((label) => !known.has(label))
      .map((label) => `nothing keeps the label ${label}`),
  ];
}

describe('a query', () => {
  it.each([
    ['of a metric that there is', 'max by (name) (gpulease_jobs{state="FAILING"})', '{{name}}', []],
    ['of a histogram', 'sum by (le) (rate(workqueue_queue_duration_seconds_bucket[5m]))', '', []],
    [
      'of a histogram itself',
      'workqueue_queue_duration_seconds',
      '',
      ['no series workqueue_queue_duration_seconds'],
    ],
    [
      'by a label that there is not',
      'sum by (job, nme) (gpulease_jobs)',
      '',
      ['gpulease_jobs has no label nme'],
    ],
    ['by a value of no label', 'gpulease_jobs{stat="A"}', '', ['gpulease_jobs has no label stat']],
    ['with a label that is summed up', 'sum(gpulease_jobs)', '{{name}}', ['nothing keeps the label name']],
  ])('%s is judged', (_, expression, legend, faults) => {
    expect(faultsOf(expression, legend)).toEqual(faults);
  });

  it('that cannot be parsed is refused', () => {
    expect(() => selectorsIn('sum by (name (gpulease_jobs)')).toThrow('no PromQL after');
  });
});

it.each(alerts)('the alert $alert asks for what there is', ({ expr, summary }) => {
  expect(selectorsIn(expr)).not.toEqual([]);
  expect(faultsOf(expr, summary)).toEqual([]);
});

it.each(dashboards)('the dashboard $name asks for what there is', ({ panels }) => {
  const queries = panels.flatMap((panel) => panel.queries);
  expect(queries.flatMap(({ expr, legend }) => faultsOf(expr, legend))).toEqual([]);
});

it('no metric has a label that a scrape sets itself: it would be renamed', () => {
  const taken = [...series].filter(([, labels]) => labels.some((label) => targetLabels.includes(label)));
  expect(taken).toEqual([]);
});

it('the registries have every metric that the programs export', () => {
  const known = new Set([...series.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  expect([...exportedNames].filter((name) => !known.has(name))).toEqual([]);
});
