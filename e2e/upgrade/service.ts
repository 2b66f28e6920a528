import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Replaces a Service of a cluster: listens at one address and forwards connections to the ready portals in turn. A connection
 * stays with its portal.
 */
export class Service {
  readonly #hosts: string[] = [];
  readonly #port: number;
  readonly #server: Server;
  #turn = 0;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((caller) => this.#lead(caller));
  }

  /** Listens on 127.0.0.1 at the port that all portals use on their own addresses. */
  static async listen(port: number): Promise<Service> {
    const service = new Service(port);
    service.#server.listen(port, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  add(host: string): void {
    this.#hosts.push(host);
  }

  /** Stops forwarding new connections to a host. */
  remove(host: string): void {
    this.#hosts.splice(this.#hosts.indexOf(host), 1);
  }

  close(): void {
    this.#server.close();
  }

  #lead(caller: Socket): void {
    this.#turn += 1;
    const host = this.#hosts[this.#turn % this.#hosts.length];
    if (host === undefined) return void caller.destroy();
    const portal = connect(this.#port, host);
    caller.pipe(portal).pipe(caller);
    caller.on('error', () => portal.destroy());
    portal.on('error', () => caller.destroy());
  }
}
