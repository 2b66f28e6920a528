import { queryPrometheus } from '@gpulease/kube/prometheus';
import pLimit from 'p-limit';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../http/logger.ts';
import { seriesOf, type MatrixSeries } from './matrix.ts';
import type { MetricsWindow } from './window.ts';

export interface MetricsSource {
  /** Rejects when the signal aborts, and for a response that is invalid or too large, by default above a megabyte. */
  ask(query: string, window: MetricsWindow, signal: AbortSignal, mostBytes?: number): Promise<MatrixSeries[]>;
}

/** Dependencies of the readers of metrics. */
export interface MetricsOptions {
  readonly source: MetricsSource;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long the queries of a page may take in total, including the wait for their turn. */
const PATIENCE_MS = 2_000;
/** The same for sums over the fleet: adding up thousands of machines over a month is slow, and no page waits for it. */
export const FLEET_PATIENCE_MS = 5_000;
/** Maximum number of concurrent queries of this process. */
const AT_ONCE = 24;
/** Far more than the series of the largest machine need. */
export const MOST_BYTES = 1_000_000;

/** Creates a source; `url` is the part before `/api/v1/query_range`. */
export function createMetricsSource(url: URL): MetricsSource {
  const limit = pLimit(AT_ONCE);
  return {
    ask: (query, window, signal, mostBytes = MOST_BYTES) =>
      limit(async () => {
        // A query that has waited too long for its turn is not sent, so that a dead source does not block others.
        signal.throwIfAborted();
        const answer = await queryPrometheus(url, {
          endpoint: 'query_range',
          parameters: parametersOf(query, window),
          mostBytes,
          signal,
        });
        return seriesOf(answer, window);
      }),
  };
}

/** Returns the answers in the order of the queries. Rejects as soon as one fails: an incomplete graph would mislead. */
export async function queryAll(
  source: MetricsSource,
  queries: readonly string[],
  { patienceMs = PATIENCE_MS, ...window }: MetricsWindow & { readonly patienceMs?: number },
): Promise<MatrixSeries[][]> {
  if (window.points === 0) return queries.map(() => []);
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(patienceMs)]);
  try {
    return await Promise.all(queries.map((query) => source.ask(query, window, signal)));
  } finally {
    given.abort();
  }
}

function parametersOf(query: string, { startMs, stepMs, points }: MetricsWindow): Record<string, string> {
  return {
    query,
    start: String(startMs / 1_000),
    end: String((startMs + (points - 1) * stepMs) / 1_000),
    step: String(stepMs / 1_000),
  };
}
