import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { eventually } from '@gpulease/kube/testing';

export interface StreamOptions {
  /** Path of a kubeconfig with a client certificate. */
  kubeconfig: string;
  path: string;
  protocols: string[];
}

interface Kubeconfig {
  clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
  users: { user: { 'client-certificate-data': string; 'client-key-data': string } }[];
}

/** WebSocket through the API server that records everything received. */
export class Stream {
  readonly closed: Promise<unknown>;
  #received = Buffer.alloc(0);
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (data: Buffer) => {
      this.#received = Buffer.concat([this.#received, data]);
    });
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get received(): Buffer {
    return this.#received;
  }

  send(data: string | Buffer): void {
    this.#socket.send(Buffer.from(data));
  }

  close(): void {
    this.#socket.close();
  }

  /** Waits until the text is received; it may already have been. */
  untilSaid(text: string): Promise<void> {
    return eventually(() => {
      if (this.#received.includes(text)) return Promise.resolve();
      return Promise.reject(new Error(`"${text}" was not said, but: ${this.#received.toString()}`));
    });
  }

  /** Waits until this many bytes have been received in total. */
  untilReceived(bytes: number): Promise<void> {
    return eventually(() => {
      if (this.#received.length >= bytes) return Promise.resolve();
      return Promise.reject(new Error(`${this.#received.length} bytes came, not ${bytes}`));
    });
  }
}

/** Rejects if the upgrade is refused. */
export async function openStream({ kubeconfig, path, protocols }: StreamOptions): Promise<Stream> {
  const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
  const cluster = clusters[0]!.cluster;
  const user = users[0]!.user;
  const decode = (data: string): Buffer => Buffer.from(data, 'base64');
  const socket = new WebSocket(`${cluster.server.replace('https', 'wss')}${path}`, protocols, {
    ca: decode(cluster['certificate-authority-data']),
    cert: decode(user['client-certificate-data']),
    key: decode(user['client-key-data']),
  });
  const stream = new Stream(socket);
  await once(socket, 'open');
  return stream;
}
