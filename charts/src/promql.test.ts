/** Alerts and panels query series and labels that our programs export: a misspelled one silently matches nothing. */
import { describe, expect, it } from '@jest/globals';
import { alerts } from './testing/alerts.ts';
import { dashboards } from './testing/dashboards.ts';
import { exportedNames, exportedSeries, machineSeries, targetLabels } from './testing/metrics.ts';
import { selectorsIn } from './testing/promql.ts';

const series = exportedSeries();
const asked = new Map([...series, ...machineSeries()]);

/** Returns the labels in a template, `{{ $labels.name }}` of an alert or `{{name}}` of a panel. */
const labelsIn = (text = ''): string[] =>
  [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label);

/** Returns the faults of an expression and its template. */
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
    ['of an existing metric', 'max by (name) (gpulease_jobs{state="FAILING"})', '{{name}}', []],
    ['of a histogram', 'sum by (le) (rate(workqueue_queue_duration_seconds_bucket[5m]))', '', []],
    [
      'of a histogram without a suffix',
      'workqueue_queue_duration_seconds',
      '',
      ['no series workqueue_queue_duration_seconds'],
    ],
    [
      'grouped by an unknown label',
      'sum by (job, nme) (gpulease_jobs)',
      '',
      ['gpulease_jobs has no label nme'],
    ],
    ['with an unknown matcher', 'gpulease_jobs{stat="A"}', '', ['gpulease_jobs has no label stat']],
    ['with a label lost in aggregation', 'sum(gpulease_jobs)', '{{name}}', ['nothing keeps the label name']],
  ])('%s is checked', (_, expression, legend, faults) => {
    expect(faultsOf(expression, legend)).toEqual(faults);
  });

  it('that cannot be parsed is rejected', () => {
    expect(() => selectorsIn('sum by (name (gpulease_jobs)')).toThrow('no PromQL after');
  });
});

it.each(alerts)('the alert $alert queries existing series and labels', ({ expr, summary }) => {
  expect(selectorsIn(expr)).not.toEqual([]);
  expect(faultsOf(expr, summary)).toEqual([]);
});

it.each(dashboards)('the dashboard $name queries existing series and labels', ({ panels }) => {
  const queries = panels.flatMap((panel) => panel.queries);
  expect(queries.flatMap(({ expr, legend }) => faultsOf(expr, legend))).toEqual([]);
});

it('no metric has a label that a scrape sets, which would rename it', () => {
  const taken = [...series].filter(([, labels]) => labels.some((label) => targetLabels.includes(label)));
  expect(taken).toEqual([]);
});

it('the registries contain every metric that the programs export', () => {
  const known = new Set([...series.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  expect([...exportedNames].filter((name) => !known.has(name))).toEqual([]);
});
