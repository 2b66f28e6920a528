import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  port: number;
  registry: Registry;
  /** Why the operator neither leads nor stands by in sync with the API server; undefined if it does. */
  notReadyReason: () => string | undefined;
}

/** Serves `/livez` (also as `/healthz`), `/readyz` and `/metrics`. */
export async function startHealthServer(options: HealthOptions) {
  const server = createServer((request, response) => void answer(request, response, options));
  await once(server.listen(options.port), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: HealthOptions,
): Promise<void> {
  const page = pages[request.url ?? ''];
  if (page === undefined) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.end(await page(options, response));
}

type Page = (options: HealthOptions, response: ServerResponse) => string | Promise<string>;

const live: Page = () => 'ok\n';

const pages: Partial<Record<string, Page>> = {
  '/livez': live,
  '/healthz': live,
  '/readyz': ({ notReadyReason }, response) => {
    const reason = notReadyReason();
    if (reason === undefined) return 'ok\n';
    response.statusCode = 503;
    return `${reason}\n`;
  },
  '/metrics': ({ registry }, response) => {
    response.setHeader('Content-Type', registry.contentType);
    return registry.metrics();
  },
};
