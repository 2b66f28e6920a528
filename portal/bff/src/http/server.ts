import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { cutOffUpgrades, serveUpgrades } from './upgrades.ts';

/** How long running requests may take after the server stops. */
const GRACE_MS = 5_000;
/** Longer than the idle timeout of proxies (60 seconds); otherwise a request could hit a closing connection: a 502. */
const KEEP_ALIVE_MS = 75_000;
/** How long headers, and the whole request, may take to arrive. Requests are small. */
const HEADERS_MS = 30_000;
const REQUEST_MS = 60_000;

/** Starts listening. Rejects with a readable error if the port is in use. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
    listener,
  );
  serveUpgrades(server, listener);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`Cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
  });
  return server;
}

/** Stops accepting requests and waits for running ones; after the grace time it closes the remaining connections. */
export async function close(server: Server, graceMs = GRACE_MS): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => cutOff(server), graceMs);
  await closed;
  clearTimeout(timer);
}

function cutOff(server: Server): void {
  server.closeAllConnections();
  cutOffUpgrades(server);
}
