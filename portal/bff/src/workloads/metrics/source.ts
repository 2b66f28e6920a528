/** Prometheus' HTTP API, as Prometheus, VictoriaMetrics, Thanos and Mimir have it. */
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
        const response = await fetch(addressOf(url, query, window), { redirect: 'error', signal });
        const text = await textOf(response);
        if (!response.ok) throw new Error(`The answer has status ${response.status}: ${text.slice(0, 300)}`);
        return seriesOf(JSON.parse(text), window);
      }),
  };
}

function addressOf(url: URL, query: string, { startMs, stepMs, points }: MetricsWindow): URL {
  const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/query_range`, url);
  address.search = new URLSearchParams({
    query,
    start: String(startMs / 1_000),
    end: String((startMs + (points - 1) * stepMs) / 1_000),
    step: String(stepMs / 1_000),
  }).toString();
  return address;
}

/** The body, as long as it is not huge; the rest is not read. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`The answer is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
