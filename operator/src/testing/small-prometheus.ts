import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NAMESPACE } from './harness.ts';

/** Answers the operator's Prometheus queries about the load of GPUs and the errors that their drivers have logged. */
export class SmallPrometheus {
  /** By the name of a VirtualMachine: the load of each of its GPUs, in percent. */
  readonly loads = new Map<string, readonly number[]>();
  /** By the name of a VirtualMachine: the last Xid that its driver has logged. */
  readonly xids = new Map<string, number>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const { url = '' } = request;
      response.statusCode = url.startsWith('/api/v1/query?query=') ? 200 : 404;
      const result = url.includes('XID_ERRORS') ? this.errors() : this.uses();
      response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
    });
  }

  static async start(): Promise<SmallPrometheus> {
    const prometheus = new SmallPrometheus();
    prometheus.server.listen(0, '127.0.0.1');
    await once(prometheus.server, 'listening');
    return prometheus;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private uses(): object[] {
    return [...this.loads].flatMap(([name, gpus]) => [
      series({ name, of: 'highest' }, Math.max(...gpus)),
      series({ name, of: 'gpus' }, gpus.length),
    ]);
  }

  private errors(): object[] {
    return [...this.xids].map(([name, xid]) => series({ name, gpu: '0' }, xid));
  }
}

function series(labels: object, value: number): object {
  return { metric: { namespace: NAMESPACE, ...labels }, value: [Date.now() / 1000, String(value)] };
}
