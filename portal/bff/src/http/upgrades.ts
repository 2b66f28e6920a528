/** WebSockets: an upgrade is a request like any other, which passes all checks before its route accepts it. */
import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { invalidFields } from './product-error.ts';

interface Waiting {
  readonly socket: Socket;
  readonly head: Buffer;
}

/** What a route can make of a request to upgrade. */
export interface Upgrade {
  /** The sub-protocols that the client offers. */
  readonly protocols: readonly string[];
  /** Turns the connection into a WebSocket. */
  accept(webSockets: WebSocketServer): Promise<WebSocket>;
}

const waiting = new WeakMap<IncomingMessage, Waiting>();

/** Hands the server's upgrade requests to the application; what it refuses is answered as HTTP, and closed. */
export function serveUpgrades(server: Server, app: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    waiting.set(request, { socket, head });
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    app(request, response);
  });
}

/** The upgrade that a request asks for. Throws INVALID_ARGUMENT when it asks for none. */
export function upgradeOf(request: IncomingMessage, response: ServerResponse): Upgrade {
  const found = waiting.get(request);
  if (!found) throw invalidFields({ Upgrade: 'required' });
  const { socket, head } = found;
  const offered = request.headers['sec-websocket-protocol'] ?? '';
  return {
    protocols: offered.split(',').map((name) => name.trim()),
    accept: (webSockets) =>
      new Promise((resolve) => {
        response.detachSocket(socket);
        webSockets.handleUpgrade(request, socket, head, resolve);
      }),
  };
}
