import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Makes a server listen on 127.0.0.1 and returns its port; port 0 picks a free one. */
export async function listenLocally(server: HttpServer | HttpsServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and its connections. */
export async function closeServer(server: HttpServer | HttpsServer): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
