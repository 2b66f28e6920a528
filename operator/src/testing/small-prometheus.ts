import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NAMESPACE } from './harness.ts';

/** Answers what the operator asks of Prometheus about the load of GPUs. */
export class SmallPrometheus {
  /** By the name of a VirtualMachine: how busy each of its GPUs is, in per cent. */
  readonly loads = new Map<string, readonly number[]>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const isQuery = request.url?.startsWith('/api/v1/query?query=') === true;
      response.statusCode = isQuery ? 200 : 404;
      response.end(JSON.stringify({ status: 'success', data: this.data() }));
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

  private data(): object {
    const result = [...this.loads].flatMap(([name, gpus]) => [
      series(name, 'highest', Math.max(...gpus)),
      series(name, 'gpus', gpus.length),
    ]);
    return { resultType: 'vector', result };
  }
}

function series(name: string, of: string, value: number): object {
  return { metric: { namespace: NAMESPACE, name, of }, value: [Date.now() / 1000, String(value)] };
}
