/** The page of the metrics, as the programs' own registries have them. Pure. */
import type { Alert } from '../../charts/src/testing/alerts.ts';
import { runbooksWhere } from './alerts.ts';
import { code, codes, list, page, table, text } from './markdown.ts';

/** As prom-client has it. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

const introduction = `Each program serves its metrics as \`/metrics\` on the port of its health. With \`monitoring.podMonitor\` the Prometheus Operator
scrapes them. A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.`;

export function metricsPage(
  programs: Readonly<Record<string, readonly Metric[]>>,
  alerts: readonly Alert[],
): string {
  const metrics = new Map(
    Object.values(programs).flatMap((all) => all.map((metric) => [metric.name, metric])),
  );
  const all = [...metrics.values()].sort(byName);
  const chapters = all
    .filter((metric) => !isOfNode(metric))
    .map((metric) => {
      const of = Object.keys(programs).filter((program) =>
        programs[program]?.some(({ name }) => name === metric.name),
      );
      return chapter(metric, of, alerts);
    });
  const ofNode = all.filter(isOfNode).map(({ name, type, help }) => [code(name), type, text(help)]);
  return page('Metrics', [
    introduction,
    ...chapters.flat(),
    '## Of every process',
    table(['metric', 'type', 'meaning'], ofNode),
  ]);
}

/** The product's own first. */
function byName({ name: a }: Metric, { name: b }: Metric): number {
  const ours = Number(b.startsWith('gpulease_')) - Number(a.startsWith('gpulease_'));
  return ours === 0 ? a.localeCompare(b) : ours;
}

/** What prom-client measures of Node.js. */
function isOfNode({ name }: Metric): boolean {
  return /^(?:process|nodejs)_/.test(name);
}

function chapter(metric: Metric, programs: readonly string[], alerts: readonly Alert[]): string[] {
  const { name, help, type, labelNames = [] } = metric;
  const series = new RegExp(String.raw`\b${name}(?:_bucket|_sum|_count)?\b(?!:)`);
  const runbooks = runbooksWhere(alerts, (expr) => series.test(expr));
  return [
    `## ${name}`,
    text(help),
    list([
      `${type}, by ${programs.join(', ')}`,
      ...(labelNames.length === 0 ? [] : [`labels: ${codes(labelNames)}`]),
      ...(runbooks.length === 0 ? [] : [`alerts: ${runbooks.join(', ')}`]),
      ...(type === 'counter' ? [`as a rate: ${code(`rate(${name}[5m])`)}`] : []),
    ]),
  ];
}
