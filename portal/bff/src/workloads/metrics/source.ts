import { askPrometheus } from '@gpulease/kube/prometheus';
import pLimit from 'p-limit';
import { seriesOf, type MatrixSeries } from './matrix.ts';
import type { MetricsWindow } from './window.ts';

export interface MetricsSource {
  /** Rejects when the signal aborts, and for any answer that is none. */
  ask(query: string, window: MetricsWindow, signal: AbortSignal): Promise<MatrixSeries[]>;
}

/** Queries that this process has under way at once. */
const AT_ONCE = 24;
/** Far more than the series of the largest machine need. */
const MOST_BYTES = 1_000_000;

/** `url` is what stands before `/api/v1/query_range`. */
export function createMetricsSource(url: URL): MetricsSource {
  const limit = pLimit(AT_ONCE);
  return {
    ask: (query, window, signal) =>
      limit(async () => {
        // Whoever waited for a turn too long asks no more, so that a dead source holds up nobody behind.
        signal.throwIfAborted();
        const answer = await askPrometheus(url, {
          endpoint: 'query_range',
          parameters: parametersOf(query, window),
          mostBytes: MOST_BYTES,
          signal,
        });
        return seriesOf(answer, window);
      }),
  };
}

function parametersOf(query: string, { startMs, stepMs, points }: MetricsWindow): Record<string, string> {
  return {
    query,
    start: String(startMs / 1_000),
    end: String((startMs + (points - 1) * stepMs) / 1_000),
    step: String(stepMs / 1_000),
  };
}
