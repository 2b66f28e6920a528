import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';

/** A TCP proxy in front of an API server. It counts connections and simulates a network that resets or drops them. */
export class TcpProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #pairs = new Set<[Socket, Socket]>();
  #port = 0;
  #accepted = 0;
  #isSilent = false;
  #delayMs = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Listens on a free port of 127.0.0.1 and forwards to the host and port of `targetUrl`. */
  static async start(targetUrl: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(targetUrl));
    await proxy.reopen();
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** The number of connections accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** The number of open connections. */
  get open(): number {
    return this.#pairs.size;
  }

  /** Writes a copy of a kubeconfig that uses this proxy next to the original, and returns its path. */
  writeKubeconfig(kubeconfig: string): string {
    const path = join(dirname(kubeconfig), `proxied-${randomUUID()}.kubeconfig`);
    writeFileSync(path, readFileSync(kubeconfig, 'utf8').replaceAll(this.#target.origin, this.url), {
      mode: 0o600,
    });
    return path;
  }

  /** Drops all further bytes of the current connections, like a network that lost them. New connections work. */
  blackhole(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.pause().removeAllListeners('data');
  }

  /** While silent, accepts connections but forwards nothing. */
  set silent(isSilent: boolean) {
    this.#isSilent = isSilent;
    if (isSilent) this.blackhole();
  }

  /** Delays every response from now on by this much. */
  set delayMs(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Resets all connections. */
  cut(): void {
    for (const [client, upstream] of this.#pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  /** Stops listening, so that connections are refused. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Listens again, on the same port. */
  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Preserves the order of calls unless the delay is shortened. */
  #later(forward: () => void): void {
    if (this.#delayMs === 0) forward();
    else setTimeout(forward, this.#delayMs);
  }

  #accept(client: Socket): void {
    this.#accepted += 1;
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on('close', end).on('error', end);
    if (this.#isSilent) return;
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => this.#later(() => client.write(bytes)));
  }
}
