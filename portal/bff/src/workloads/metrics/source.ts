import { askPrometheus } from '@gpulease/kube/prometheus';
import pLimit from 'p-limit';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../http/logger.ts';
import { seriesOf, type MatrixSeries } from './matrix.ts';
import type { MetricsWindow } from './window.ts';

export interface MetricsSource {
  /** Rejects when the signal aborts, and for any answer that is none or larger than it may be, a megabyte unless told. */
  ask(query: string, window: MetricsWindow, signal: AbortSignal, mostBytes?: number): Promise<MatrixSeries[]>;
}

/** What the readers of metrics need. */
export interface MetricsOptions {
  readonly source: MetricsSource;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long the queries of a page may take together, waiting for their turn included. */
const PATIENCE_MS = 2_000;
/** The same for sums over the fleet: thousands of machines over a month are much to add up, and no page waits for them. */
export const FLEET_PATIENCE_MS = 5_000;
/** Queries that this process has under way at once. */
const AT_ONCE = 24;
/** Far more than the series of the largest machine need. */
export const MOST_BYTES = 1_000_000;

/** `url` is what stands before `/api/v1/query_range`. */
export function createMetricsSource(url: URL): MetricsSource {
  const limit = pLimit(AT_ONCE);
  return {
    ask: (query, window, signal, mostBytes = MOST_BYTES) =>
      limit(async () => {
        // Whoever waited for a turn too long asks no more, so that a dead source holds up nobody behind.
        signal.throwIfAborted();
        const answer = await askPrometheus(url, {
          endpoint: 'query_range',
          parameters: parametersOf(query, window),
          mostBytes,
          signal,
        });
        return seriesOf(answer, window);
      }),
  };
}

/** The answers, in the order of the queries. Rejects as soon as one of them fails: a graph that lacks a part would lie. */
export async function askAll(
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
