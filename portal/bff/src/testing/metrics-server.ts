/** A server that answers range queries in Prometheus' JSON, or fails as a test specifies. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedQuery {
  readonly query: string;
  /** Seconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

export interface MetricsServer {
  readonly url: URL;
  readonly asked: AskedQuery[];
  /** Sets how later queries are answered; by default, with no series. */
  answer(respond: (asked: AskedQuery, response: ServerResponse) => void): void;
  /** Returns the maximum number of concurrent queries so far. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** Starts a server below `/select/prometheus`, a path prefix as on shared sources. */
export async function startMetricsServer(): Promise<MetricsServer> {
  const asked: AskedQuery[] = [];
  let atOnce = 0;
  let most = 0;
  let respond: Parameters<MetricsServer['answer']>[0] = (_, response) => sendMatrix(response, []);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://metrics');
    if (pathname !== '/select/prometheus/api/v1/query_range') {
      response.writeHead(404).end();
      return;
    }
    most = Math.max(most, (atOnce += 1));
    response.on('close', () => (atOnce -= 1));
    const [start = 0, end = 0, step = 0] = ['start', 'end', 'step'].map((name) =>
      Number(searchParams.get(name)),
    );
    const query = { query: searchParams.get('query') ?? '', start, end, step };
    asked.push(query);
    respond(query, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/select/prometheus/`),
    asked,
    answer: (next) => {
      respond = next;
    },
    mostAtOnce: () => most,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export interface SentSeries {
  readonly metric: Readonly<Record<string, string>>;
  /** Seconds since 1970 and a number, as Prometheus writes it. */
  readonly values: readonly (readonly [number, string])[];
}

export function sendMatrix(response: ServerResponse, result: readonly SentSeries[]): void {
  const body = { status: 'success', data: { resultType: 'matrix', result } };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
