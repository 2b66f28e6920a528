/** WebSockets: an upgrade passes the same checks as any other request before its route accepts it. */
import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { invalidFields } from './product-error.ts';

interface Waiting {
  readonly socket: Socket;
  readonly head: Buffer;
  /** Closes the connection when the client does; removed once a WebSocket takes over. */
  readonly end: () => void;
}

/** A pending upgrade that a route can accept. */
export interface Upgrade {
  /** The subprotocols offered by the client. */
  readonly protocols: readonly string[];
  /** Turns the connection into a WebSocket. */
  accept(webSockets: WebSocketServer): Promise<WebSocket>;
}

/** Idle timeout of a connection before the upgrade is accepted. */
const SILENT_MS = 60_000;

const waiting = new WeakMap<IncomingMessage, Waiting>();
/** Upgraded connections by server, which no longer times out or closes them. */
const handedOver = new WeakMap<Server, Set<Socket>>();

/** Passes upgrade requests to the application; refused ones get an HTTP response and are closed. */
export function serveUpgrades(server: Server, app: RequestListener, silentMs = SILENT_MS): void {
  const sockets = new Set<Socket>();
  handedOver.set(server, sockets);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(silentMs, () => socket.destroy());
    // Reading detects clients that disconnect; they send no data before the upgrade is accepted.
    const end = () => void socket.destroy();
    socket.on('end', end).resume();
    waiting.set(request, { socket, head, end });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Closes both halves: a client that keeps its half open would hold the connection.
    response.on('finish', () => socket.destroySoon());
    app(request, response);
  });
}

/** Closes all connections that requested an upgrade, including WebSockets. */
export function cutOffUpgrades(server: Server): void {
  for (const socket of handedOver.get(server) ?? []) socket.destroy();
}

/** Returns the pending upgrade of a request. Throws INVALID_ARGUMENT if there is none. */
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
