import { askPrometheus } from '@gpulease/kube/prometheus';

/** Rejects for any answer that is none, or that takes too long. */
export type AskMetrics = (query: string) => Promise<unknown>;

const PATIENCE_MS = 5_000;
/** Of some 50,000 idle machines. */
const MOST_BYTES = 16_000_000;

/** `url` is what stands before `/api/v1/query`. */
export function createMetricsSource(url: URL): AskMetrics {
  return (query) =>
    askPrometheus(url, {
      endpoint: 'query',
      parameters: { query },
      mostBytes: MOST_BYTES,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
}
