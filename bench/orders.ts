import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { labels, workloads, type Workload } from '@gpulease/crds';
import type { Quote } from '@gpulease/contract/workloads';
import { startInformer, type Cluster, type Informer } from '@gpulease/kube';
import { virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import { done, type RestSession } from '../local/src/rest/session.ts';
import { ordered } from './capacity.ts';
import { ordersPerCustomer } from './customers.ts';

const pollMs = 100;
const deadlineMs = 10 * 60_000;

export interface OrderTimes {
  /** From the POST to the VirtualMachine, in milliseconds, one per workload. */
  toVirtualMachine: number[];
  /** From the first POST until the last workload runs. */
  untilAllRunSeconds: number;
}

/** Orders workloads and watches what becomes of them. */
export class OrderBench {
  readonly #machines: Informer<VirtualMachine>;
  readonly #workloads: Informer<Workload>;
  readonly #madeAt = new Map<string, number>();

  private constructor(cluster: Cluster) {
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

  /** One after another, each when the one before runs. */
  async orderInTurn(customer: RestSession, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const { toVirtualMachine } = await this.orderAtOnce([customer], 1, `turn-${index}`);
      times.push(...toVirtualMachine);
    }
    return times;
  }

  /** All at the same moment. */
  async orderAtOnce(customers: readonly RestSession[], count: number, prefix: string): Promise<OrderTimes> {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    const [first] = customers;
    if (!first) throw new Error('Nobody is there to order.');
    const expected = await quote(first);
    const began = performance.now();
    const posted = new Map<string, number>();
    await Promise.all(
      names.map(async (name, index) => {
        posted.set(name, performance.now());
        const customer = customers[Math.floor(index / ordersPerCustomer)];
        if (customer) done(await customer.post('/workloads', order(name, expected)));
      }),
    );
    await this.#untilRunning(names);
    const toVirtualMachine = names.map((name) => (this.#madeAt.get(name) ?? NaN) - (posted.get(name) ?? NaN));
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

const publicKey = sshPublicKey();

/** The present price; the portal refuses an order that names another. */
async function quote(customer: RestSession): Promise<object> {
  const { sku, region, pricing } = ordered;
  const quoted = done(await customer.post<Quote>('/quotes', { sku, region, pricing }));
  return { expectedPrice: quoted.expectedPrice, expectedUnit: quoted.pricing.unit };
}

function order(name: string, expected: object): object {
  return { name, ...ordered, rootDiskSize: 40, authorizedKeys: [publicKey], ...expected };
}

/** A key in OpenSSH's format, for which nobody keeps the private half. */
function sshPublicKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')];
  const lengthsAndParts = parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  return `ssh-ed25519 ${Buffer.concat(lengthsAndParts).toString('base64')} bench`;
}
