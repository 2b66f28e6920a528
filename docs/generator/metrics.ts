/** Builds the metrics page from the programs' registries. Pure. */
import type { Alert } from '../../charts/src/testing/alerts.ts';
import { runbooksWhere } from './alerts.ts';
import { code, codes, list, page, table, text } from './markdown.ts';
import { words, type Language } from './words.ts';

/** A metric as described by prom-client. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

export interface MetricSources {
  /** Program → the metrics it exports. */
  readonly programs: Readonly<Record<Program, readonly Metric[]>>;
  readonly alerts: readonly Alert[];
  /** Metric name → Chinese help. Node.js metrics have only prom-client's English help. */
  readonly chinese: Readonly<Record<string, string>>;
}

type Program = 'operator' | 'portal' | 'billing';

export function metricsPage(language: Language, sources: MetricSources): string {
  const { programs } = sources;
  const own = words[language];
  const metrics = new Map(
    Object.values(programs).flatMap((all) => all.map((metric) => [metric.name, metric])),
  );
  const all = [...metrics.values()].sort(byName);
  const chapters = all
    .filter((metric) => !isOfNode(metric))
    .map((metric) => chapter(metric, language, sources));
  const ofNode = all.filter(isOfNode).map(({ name, type, help }) => [code(name), type, text(help)]);
  return page(own.metrics, [
    own.metricsIntroduction,
    ...chapters.flat(),
    `## ${own.ofProcesses}`,
    table(own.metricColumns, ofNode),
  ]);
}

/** Sorts the product's metrics first. */
function byName({ name: a }: Metric, { name: b }: Metric): number {
  const ours = Number(b.startsWith('gpulease_')) - Number(a.startsWith('gpulease_'));
  return ours === 0 ? a.localeCompare(b) : ours;
}

/** Whether prom-client provides the metric by default. */
function isOfNode({ name }: Metric): boolean {
  return /^(?:process|nodejs)_/.test(name);
}

function chapter(metric: Metric, language: Language, { programs, alerts, chinese }: MetricSources): string[] {
  const { name, help, type, labelNames = [] } = metric;
  const own = words[language];
  const [by, offers] = own.offeredBy;
  const of = (Object.keys(programs) as Program[]).filter((program) =>
    programs[program].some((exported) => exported.name === name),
  );
  const series = new RegExp(String.raw`\b${name}(?:_bucket|_sum|_count)?\b(?!:)`);
  const runbooks = runbooksWhere(alerts, (expr) => series.test(expr));
  return [
    `## ${name}`,
    text(language === 'en' ? help : (chinese[name] ?? '')),
    list([
      `${type}${by}${of.map((program) => own[program]).join(own.comma)}${offers}`,
      ...(labelNames.length === 0 ? [] : [`${own.labels}${own.colon}${codes(labelNames)}`]),
      ...(runbooks.length === 0 ? [] : [`${own.alerts}${own.colon}${runbooks.join(own.comma)}`]),
      ...(type === 'counter' ? [`${own.asRate}${own.colon}${code(`rate(${name}[5m])`)}`] : []),
    ]),
  ];
}
