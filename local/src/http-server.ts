import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Has a server listen on 127.0.0.1; 0 is any free port. Resolves with the port. */
export async function listenLocally(server: HttpServer | HttpsServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a server and its connections. */
export async function closeServer(server: HttpServer | HttpsServer): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
