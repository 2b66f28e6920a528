/** Measures of times that have passed, in the form in which VictoriaMetrics takes them. */

type Labels = Readonly<Record<string, string>>;

/** One series with its values and their times, as JSON between braces. */
export interface PastSeries {
  readonly labels: Labels;
  readonly values: string;
}

/** What would have been scraped at these times. Pure. */
export function seriesOf(textAt: (time: Date) => string, times: readonly number[]): PastSeries[] {
  const values = new Map<string, string[]>();
  for (const time of times)
    for (const [, series = '', value = ''] of textAt(new Date(time)).matchAll(/^(\w+\{.*\}) (\S+)$/gm)) {
      const kept = values.get(series);
      if (kept === undefined) values.set(series, [value]);
      else kept.push(value);
    }
  return [...values].map(([series, of]) => ({
    labels: labelsOf(series),
    values: `"values":[${of.join()}],"timestamps":[${times.join()}]`,
  }));
}

function labelsOf(series: string): Labels {
  const own = [...series.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  return { __name__: series.replace(/\{.*/, ''), ...(Object.fromEntries(own) as Labels) };
}

/** Writes series with more labels, such as those of the job that would have scraped them. Throws where they are refused. */
export async function importSeries(url: string, series: readonly PastSeries[], more: Labels): Promise<void> {
  const lines = series.map(
    ({ labels, values }) => `{"metric":${JSON.stringify({ ...labels, ...more })},${values}}`,
  );
  await post(`${url}/api/v1/import`, lines.join('\n'));
}

/** Once everything is imported: it can be read, and answers from before are forgotten. */
export async function endImport(url: string): Promise<void> {
  await post(`${url}/internal/force_flush`, '');
  await post(`${url}/internal/resetRollupResultCache`, '');
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${text}`);
}
