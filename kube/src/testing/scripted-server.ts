import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** Simulates API server failures that a real one cannot reproduce on demand. */
export class ScriptedServer {
  readonly requests: IncomingMessage[] = [];
  /** Handles each request. */
  answer: Responder = () => undefined;
  /** Temporary folder for the kubeconfig and its files. */
  readonly folder = mkdtempSync(join(tmpdir(), 'scripted-server-'));
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((request, response) => {
    this.requests.push(request);
    this.answer(request, response);
  });

  static async start(): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    server.#server.on('connection', (socket) => server.#sockets.add(socket));
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Calls `callback` for each protocol upgrade. */
  onUpgrade(callback: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.#server.on('upgrade', callback);
  }

  /** Writes a kubeconfig for this server and user, and returns its path. */
  writeKubeconfig(user: object = {}): string {
    const path = join(this.folder, 'kubeconfig');
    const server = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const config = {
      clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    writeFileSync(path, JSON.stringify(config));
    return path;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    rmSync(this.folder, { recursive: true });
  }
}
