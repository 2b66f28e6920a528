/** Parses the response of Prometheus' HTTP API to a range query. Pure. */
import * as z from 'zod';
import type { MetricsWindow } from './window.ts';

const LONGEST_REFUSAL = 300;

const matrix = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(
      z.object({
        metric: z.object({ namespace: z.string(), name: z.string(), gpu: z.string() }).partial(),
        /** Seconds since 1970, and a number such as `1.5`, `NaN` or `+Inf`. */
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

export interface MatrixSeries {
  /** The machine, if the query groups by it. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** Undefined if the query does not group by GPU. */
  readonly gpu: number | undefined;
  /** One for each point of the window; null if it is missing or not a finite number. */
  readonly values: readonly (number | null)[];
}

/** Returns the series of a response by GPU, without GPUs that have no number. Throws an Error if it is not a matrix. */
export function seriesOf(answer: unknown, window: MetricsWindow): MatrixSeries[] {
  const { data, error } = matrix.safeParse(answer);
  // The source's own message, for the log.
  if (error)
    throw new Error(`The response is not a matrix: ${JSON.stringify(answer).slice(0, LONGEST_REFUSAL)}`);
  return data.data.result
    .filter(({ metric: { gpu = '0' } }) => /^\d{1,3}$/.test(gpu))
    .map(({ metric: { gpu, ...machine }, values }) => ({
      ...machine,
      gpu: gpu === undefined ? undefined : Number(gpu),
      values: onGrid(values, window),
    }))
    .sort((one, other) => (one.gpu ?? 0) - (other.gpu ?? 0));
}

/** Returns the first values of series that have a name, by that name. */
export function valueByName(series: readonly MatrixSeries[]): ReadonlyMap<string, number> {
  const values = series.flatMap(({ name, values: [value] }): [string, number][] =>
    name === undefined || value == null ? [] : [[name, value]],
  );
  return new Map(values);
}

function onGrid(points: readonly [number, string][], { startMs, stepMs, points: count }: MetricsWindow) {
  const values = Array.from({ length: count }, (): number | null => null);
  for (const [seconds, text] of points) {
    const index = Math.round((seconds * 1_000 - startMs) / stepMs);
    const value = Number(text);
    if (index in values && Number.isFinite(value)) values[index] = value;
  }
  return values;
}
