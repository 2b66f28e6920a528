/** Prometheus' HTTP API, as Prometheus, VictoriaMetrics, Thanos and Mimir have it. */

/** Rejects for any answer that is none, or that takes too long. */
export type AskMetrics = (query: string) => Promise<unknown>;

const PATIENCE_MS = 5_000;
/** Of some 50,000 idle machines. */
const MOST_BYTES = 16_000_000;

/** `url` is what stands before `/api/v1/query`. */
export function createMetricsSource(url: URL): AskMetrics {
  return async (query) => {
    const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/query`, url);
    address.search = new URLSearchParams({ query }).toString();
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await textOf(response);
    if (!response.ok) throw new Error(`The answer has status ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as unknown;
  };
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
