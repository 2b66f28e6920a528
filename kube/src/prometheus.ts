/** Prometheus' HTTP API, as Prometheus, VictoriaMetrics, Thanos and Mimir serve it. */

export interface PrometheusQuery {
  /** The path below `/api/v1/`. */
  readonly endpoint: 'query' | 'query_range';
  readonly parameters: Readonly<Record<string, string>>;
  /** The response size limit in bytes. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** The most characters of an error response in the message. */
const LONGEST_REFUSAL = 300;

/**
 * Returns the JSON of the response; `url` is the part before `/api/v1`. Rejects when the signal aborts, the response is
 * too large or not JSON, or its status is not a success.
 */
export async function queryPrometheus(url: URL, question: PrometheusQuery): Promise<unknown> {
  const { endpoint, parameters, mostBytes, signal } = question;
  const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/${endpoint}`, url);
  address.search = new URLSearchParams(parameters).toString();
  const response = await fetch(address, { redirect: 'error', signal });
  const text = await textOf(response, mostBytes);
  if (!response.ok)
    throw new Error(`The answer has status ${response.status}: ${text.slice(0, LONGEST_REFUSAL)}`);
  return JSON.parse(text) as unknown;
}

async function textOf({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`The answer is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
