import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { WebSocketServer, type WebSocket } from 'ws';
import { guestOf, runGuestAction } from '../guest/guest.ts';
import { Terminal } from '../guest/terminal.ts';
import { textPicture } from '../vnc/picture.ts';
import { RfbServer } from '../vnc/rfb-server.ts';
import type { World } from '../world.ts';
import { parsePath } from './discovery.ts';
import { conflict, notFound, Refusal } from './refusal.ts';

/** KubeVirt's subprotocol: raw bytes in binary frames. */
const subprotocol = 'plain.kubevirt.io';

/** Serves one session to one caller, until the socket closes. */
type ServeStream = (world: World, instance: VirtualMachineInstance, socket: WebSocket) => void;

const streams: Readonly<Record<string, ServeStream>> = { console: serveConsole, vnc: serveVnc };

/** Serves consoles over WebSockets. `authenticate` throws Refusal. The returned function ends all sessions. */
export function serveStreams(
  world: World,
  server: Server,
  authenticate: (request: IncomingMessage) => void,
): () => void {
  const sessions = new Sessions();
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      authenticate(request);
      const { stream, key, instance } = findStream(world, request);
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        sessions.replace(`${key}/${instance.metadata.uid ?? ''}`, webSocket);
        stream(world, instance, webSocket);
      });
    } catch (error) {
      refuse(socket, Refusal.from(error));
    }
  });
  const endWithInstance = world.instances.onChange((_key, before, after) => {
    if (after?.status?.phase !== 'Running') sessions.end(before?.metadata.uid ?? '');
  });
  return () => {
    endWithInstance();
    for (const webSocket of webSockets.clients) webSocket.terminate();
  };
}

interface FoundStream {
  stream: ServeStream;
  /** Kind of the session. */
  key: string;
  instance: VirtualMachineInstance;
}

function findStream(world: World, { url = '/' }: IncomingMessage): FoundStream {
  const { namespace, kind, name, subresource } = parsePath(new URL(url, 'https://localhost').pathname);
  const stream = Object.hasOwn(streams, subresource) ? streams[subresource] : undefined;
  if (kind !== 'virtualmachineinstances' || stream === undefined)
    throw notFound('the server does not serve this path');
  const instance = world.instances.store.get({ namespace, name });
  if (instance === undefined) throw notFound(`virtualmachineinstance.kubevirt.io "${name}" not found`);
  if (instance.status?.phase !== 'Running') throw conflict('VirtualMachineInstance is not running');
  return { stream, key: subresource, instance };
}

/** Limits each instance to one session of each kind: a new one ends the old, since a serial line has only one other end. */
class Sessions {
  readonly #sockets = new Map<string, WebSocket>();

  replace(key: string, socket: WebSocket): void {
    this.#sockets.get(key)?.close();
    this.#sockets.set(key, socket);
    socket.on('close', () => {
      if (this.#sockets.get(key) === socket) this.#sockets.delete(key);
    });
  }

  /** Ends all sessions of the instance with this UID. */
  end(uid: string): void {
    for (const [key, socket] of this.#sockets) if (key.endsWith(`/${uid}`)) socket.close();
  }
}

function refuse(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(refusal.toStatus());
  const head = [
    `HTTP/1.1 ${refusal.code} ${refusal.reason}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Serves the simulated serial console, logged in as root. Ignores text frames, as KubeVirt does. */
function serveConsole(
  { cluster, clock, logger }: World,
  instance: VirtualMachineInstance,
  socket: WebSocket,
): void {
  const terminal = new Terminal({
    guest: guestOf(instance, 'root'),
    clock,
    write: (text) => socket.send(Buffer.from(text)),
    onEnd: (ending) => {
      if (ending === 'Logout') terminal.open();
      if (ending !== 'PowerOff') return;
      runGuestAction(cluster, instance, 'PowerOff').catch((error: unknown) =>
        logger.warn({ err: error }, 'Could not power off a simulated guest'),
      );
    },
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) terminal.type(data.toString());
  });
  terminal.open();
}

/** Serves the simulated screen, which shows text. */
function serveVnc({ logger }: World, instance: VirtualMachineInstance, socket: WebSocket): void {
  const { name } = instance.metadata;
  const screen = textPicture([
    name,
    '',
    'This is a simulation.',
    '',
    'GPULease plays KubeVirt on this computer:',
    'no virtual machine is behind this screen.',
    '',
    'Use the serial console or SSH to type.',
  ]);
  const server = new RfbServer(screen, `${name} (simulation)`, (bytes) => socket.send(bytes));
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    try {
      server.receive(data);
    } catch (error) {
      logger.debug({ err: error, instance: name }, 'A VNC client violated the protocol');
      socket.close();
    }
  });
  server.open();
}
