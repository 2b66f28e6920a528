/** WebSockets: an upgrade is a request like any other, which passes all checks before its route accepts it. */
import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { invalidFields } from './product-error.ts';

interface Waiting {
  readonly socket: Socket;
  readonly head: Buffer;
  /** Ends the connection when the client does; a WebSocket sees to that itself. */
  readonly end: () => void;
}

/** What a route can make of a request to upgrade. */
export interface Upgrade {
  /** The sub-protocols that the client offers. */
  readonly protocols: readonly string[];
  /** Turns the connection into a WebSocket. */
  accept(webSockets: WebSocketServer): Promise<WebSocket>;
}

/** How long nothing may pass on a connection that is no WebSocket yet. */
const SILENT_MS = 60_000;

const waiting = new WeakMap<IncomingMessage, Waiting>();
/** The connections that each server has handed over: it neither times nor closes them any more. */
const handedOver = new WeakMap<Server, Set<Socket>>();

/** Hands the server's upgrade requests to the application; what it refuses is answered as HTTP, and closed. */
export function serveUpgrades(server: Server, app: RequestListener, silentMs = SILENT_MS): void {
  const sockets = new Set<Socket>();
  handedOver.set(server, sockets);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(silentMs, () => socket.destroy());
    // Read, for nothing comes before the upgrade is accepted but the end of a client that has gone.
    const end = () => void socket.destroy();
    socket.on('end', end).resume();
    waiting.set(request, { socket, head, end });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Not only its own half: a client that keeps the other would keep the connection.
    response.on('finish', () => socket.destroySoon());
    app(request, response);
  });
}

/** Closes all connections that requested an upgrade, including WebSockets. */
export function cutOffUpgrades(server: Server): void {
  for (const socket of handedOver.get(server) ?? []) socket.destroy();
}

/** The upgrade that a request asks for. Throws INVALID_ARGUMENT when it asks for none. */
export function upgradeOf(request: IncomingMessage, response: ServerResponse): Upgrade {
  const found = waiting.get(request);
  if (!found) throw invalidFields({ Upgrade: 'required' });
  const { socket, head, end } = found;
  const offered = request.headers['sec-websocket-protocol'] ?? '';
  return {
    protocols: offered.split(',').map((name) => name.trim()),
    accept: (webSockets) =>
      new Promise((resolve) => {
        response.detachSocket(socket);
        socket.setTimeout(0);
        socket.off('end', end);
        webSockets.handleUpgrade(request, socket, head, resolve);
      }),
  };
}
