import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands where a Service does in a cluster: at one address, it leads each connection to one of the portals that are ready, in
 * turn. A connection stays where it was led to.
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

  /** Listens on 127.0.0.1 at the port that all portals have on addresses of their own. */
  static async listen(port: number): Promise<Service> {
    const service = new Service(port);
    service.#server.listen(port, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  add(host: string): void {
    this.#hosts.push(host);
  }

  /** Leads no new connection there. */
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
