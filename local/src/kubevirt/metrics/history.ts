/** Imports past samples into VictoriaMetrics. */

type Labels = Readonly<Record<string, string>>;

/** A series; `values` holds its values and timestamps as JSON members. */
export interface PastSeries {
  readonly labels: Labels;
  readonly values: string;
}

/** Returns the series that would have been scraped at these times. Pure. */
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

/** Writes series with additional labels, such as those of a scrape job. Throws if they are rejected. */
export async function importSeries(url: string, series: readonly PastSeries[], more: Labels): Promise<void> {
  const lines = series.map(
    ({ labels, values }) => `{"metric":${JSON.stringify({ ...labels, ...more })},${values}}`,
  );
  await post(`${url}/api/v1/import`, lines.join('\n'));
}

/** Makes the imported samples readable and drops cached responses. Call once after all imports. */
export async function endImport(url: string): Promise<void> {
  await post(`${url}/internal/force_flush`, '');
  await post(`${url}/internal/resetRollupResultCache`, '');
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${text}`);
}
