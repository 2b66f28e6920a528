import { setTimeout as delay } from 'node:timers/promises';
import { labels, workloads, type Workload } from '@gpulease/crds';
import type { Quote } from '@gpulease/contract/workloads';
import { apiVersionOf, startInformer, type Cluster, type Informer } from '@gpulease/kube';
import { virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import { done, type RestSession } from '../local/src/rest/session.ts';
import { newKeyPair } from '../local/src/ssh/key-pair.ts';
import { ordered } from './capacity.ts';

const pollMs = 100;
const deadlineMs = 10 * 60_000;

export interface OrderTimes {
  /** Milliseconds from the first order to the VirtualMachine, one per workload. */
  toVirtualMachine: number[];
  /** Time from the first order until the last workload runs. */
  untilAllRunSeconds: number;
}

/** Orders workloads and watches their progress. */
export class OrderBench {
  readonly #cluster: Cluster;
  readonly #machines: Informer<VirtualMachine>;
  readonly #workloads: Informer<Workload>;
  readonly #madeAt = new Map<string, number>();

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#machines = startInformer(cluster, virtualMachines);
    this.#workloads = startInformer(cluster, workloads);
    this.#machines.onChange((_key, before, after) => {
      const workload = after?.metadata.labels?.[labels.workload];
      if (before === undefined && workload !== undefined) this.#madeAt.set(workload, performance.now());
    });
  }

  static async start(cluster: Cluster): Promise<OrderBench> {
    const bench = new OrderBench(cluster);
    await Promise.all([bench.#machines.synced, bench.#workloads.synced]);
    return bench;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#machines.stop(), this.#workloads.stop()]);
  }

  /** Orders workloads sequentially, each once the previous one runs. */
  async orderInTurn(customer: RestSession, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const { toVirtualMachine } = await this.orderAtOnce([customer], 1, `turn-${index}`);
      times.push(...toVirtualMachine);
    }
    return times;
  }

  /** Orders all workloads concurrently, distributed among the customers. */
  async orderAtOnce(customers: readonly RestSession[], count: number, prefix: string): Promise<OrderTimes> {
    const [first] = customers;
    if (!first) throw new Error('Nobody is there to order.');
    const expected = await quote(first);
    return this.#time(namesOf(prefix, count), async (names) => {
      await Promise.all(
        names.map(async (name, index) => {
          const customer = customers[index % customers.length] ?? first;
          done(await customer.post('/workloads', order(name, expected)));
        }),
      );
    });
  }

  /** Applies all workloads in one list, distributed among the namespaces; `apply` passes it to kubectl. */
  async applyAtOnce(
    namespaces: readonly string[],
    count: number,
    { prefix, apply }: { prefix: string; apply: (list: object) => Promise<unknown> },
  ): Promise<OrderTimes> {
    return this.#time(namesOf(prefix, count), (names) => {
      const items = names.map((name, index) => manifest(name, namespaces[index % namespaces.length] ?? ''));
      return apply({ apiVersion: 'v1', kind: 'List', items });
    });
  }

  /** Deletes the workloads with this prefix; resolves when they are gone, with their ports and GPUs. */
  async destroyAll(prefix: string): Promise<void> {
    const left = (): Workload[] =>
      this.#workloads.store.list().filter(({ metadata }) => metadata.name.startsWith(`${prefix}-`));
    await Promise.all(left().map(({ metadata }) => this.#cluster.resource(workloads).delete(metadata)));
    const deadline = performance.now() + deadlineMs;
    while (left().length > 0) {
      if (performance.now() > deadline) throw new Error(`${left().length} workloads are still there.`);
      await delay(pollMs);
    }
  }

  async #time(names: string[], place: (names: string[]) => Promise<unknown>): Promise<OrderTimes> {
    const began = performance.now();
    await Promise.all([place(names), this.#untilRunning(names)]);
    const toVirtualMachine = names.map((name) => (this.#madeAt.get(name) ?? NaN) - began);
    return { toVirtualMachine, untilAllRunSeconds: (performance.now() - began) / 1000 };
  }

  async #untilRunning(names: readonly string[]): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      const running = new Set(
        this.#workloads.store
          .list()
          .flatMap(({ metadata, status }) => (status?.phase === 'Running' ? metadata.name : [])),
      );
      const missing = names.filter((name) => !running.has(name));
      if (missing.length === 0) return;
      if (performance.now() > deadline)
        throw new Error(`${missing.length} workloads did not run: ${missing.join(', ')}`);
      await delay(pollMs);
    }
  }
}

const { public: publicKey } = newKeyPair('bench');

function namesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

/** Returns the current price; the portal rejects an order with another one. */
async function quote(customer: RestSession): Promise<object> {
  const { sku, region, pricing } = ordered;
  const quoted = done(await customer.post<Quote>('/quotes', { sku, region, pricing }));
  return { expectedPrice: quoted.expectedPrice, expectedUnit: quoted.pricing.unit };
}

function order(name: string, expected: object): object {
  return { name, ...ordered, rootDiskSize: 40, authorizedKeys: [publicKey], ...expected };
}

/** Returns the same order as an object for kubectl. */
function manifest(name: string, namespace: string): object {
  const { sku, region, pricing, image } = ordered;
  const spec = {
    type: 'VirtualMachine',
    sku,
    skuQuantity: 1,
    image,
    rootDiskSize: '40Gi',
    region,
    pricing: { policy: pricing, quantity: 1 },
    powerState: 'Running',
    ssh: { authorizedKeys: [publicKey] },
  };
  return { apiVersion: apiVersionOf(workloads), kind: workloads.kind, metadata: { name, namespace }, spec };
}
