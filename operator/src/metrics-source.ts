import { queryPrometheus } from '@gpulease/kube/prometheus';
import * as z from 'zod';

/** Sends a query. Rejects if there is no valid answer in time. */
export type AskMetrics = (query: string) => Promise<unknown>;

/** How long a measure counts, in milliseconds; bridges a failed query and a failed scrape. */
export const LOOKBACK_MS = 180_000;

const PATIENCE_MS = 5_000;
/** Enough for about 50,000 idle machines. */
const MOST_BYTES = 16_000_000;
const LONGEST_REFUSAL = 300;

/** Returns a client of the source; `url` is the part before `/api/v1/query`. */
export function createMetricsSource(url: URL): AskMetrics {
  return (query) =>
    queryPrometheus(url, {
      endpoint: 'query',
      parameters: { query },
      mostBytes: MOST_BYTES,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
}

/** One series of an answer. */
export interface Sample<Labels> {
  metric: Labels;
  value: number;
}

/** Returns the series of an answer, with labels that match `labels`. Throws an Error for anything but an instant vector of those. */
export function samplesIn<Labels>(answer: unknown, labels: z.ZodType<Labels>): Sample<Labels>[] {
  const { data } = vectorOf(labels).safeParse(answer);
  if (data === undefined)
    throw new Error(`The response is not a vector: ${JSON.stringify(answer).slice(0, LONGEST_REFUSAL)}`);
  return data.data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
}

function vectorOf<Labels>(labels: z.ZodType<Labels>) {
  return z.object({
    status: z.literal('success'),
    data: z.object({
      resultType: z.literal('vector'),
      /** Seconds since 1970, and a number as text, such as `1.5` or `NaN`. */
      result: z.array(z.object({ metric: labels, value: z.tuple([z.number(), z.string()]) })),
    }),
  });
}
