import { setTimeout as delay } from 'node:timers/promises';
import { fieldManagers, finalizers, labels, workloadLabels, workloads } from '@gpulease/crds';
import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { setCondition, startInformer, type Informer } from '@gpulease/kube';
import { virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import { ordered } from '../capacity.ts';
import type { BenchCluster } from './cluster.ts';
import { namespace } from './names.ts';

const pollMs = 20;
/** Concurrent orders: as many as the subjects' workers. */
const atOnce = 16;
const deadlineMs = 60 * 60_000;

const spec: WorkloadSpec = {
  type: 'VirtualMachine',
  sku: ordered.sku,
  skuQuantity: 1,
  image: ordered.image,
  rootDiskSize: '40Gi',
  region: ordered.region,
  pricing: { policy: ordered.pricing },
  powerState: 'Running',
  resume: 'Manual',
  ssh: {
    authorizedKeys: [
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8X0ZrUQqgfQn1gmpM0rmnLD4JHb8C0gZ1Vn1yqAb2u bench',
    ],
  },
};

export interface BurstTimes {
  /** Milliseconds from creation to the VirtualMachine, one per workload. */
  toVirtualMachine: number[];
  /** Milliseconds from creation to Running, one per workload. */
  toRunning: number[];
  /** Time from the first creation until the last workload runs. */
  untilAllRunSeconds: number;
}

/** Orders workloads like the portal and billing together, and watches their progress. */
export class Orders {
  readonly #cluster: BenchCluster;
  readonly #machines: Informer<VirtualMachine>;
  readonly #workloads: Informer<Workload>;
  readonly #machineAt = new Map<string, number>();
  readonly #runningAt = new Map<string, number>();
  readonly #placed = new Set<string>();

  private constructor(cluster: BenchCluster) {
    this.#cluster = cluster;
    this.#machines = startInformer(cluster.admin, virtualMachines);
    this.#workloads = startInformer(cluster.admin, workloads);
    this.#machines.onChange((_key, before, after) => {
      const workload = after?.metadata.labels?.[labels.workload];
      if (before === undefined && workload !== undefined) this.#machineAt.set(workload, performance.now());
    });
    this.#workloads.onChange((_key, _before, after) => {
      const { phase, placed } = after?.status ?? {};
      if (after !== undefined && phase === 'Running' && !this.#runningAt.has(after.metadata.name))
        this.#runningAt.set(after.metadata.name, performance.now());
      if (after !== undefined && placed !== undefined) this.#placed.add(after.metadata.name);
    });
  }

  static async start(cluster: BenchCluster): Promise<Orders> {
    const orders = new Orders(cluster);
    await Promise.all([orders.#machines.synced, orders.#workloads.synced]);
    return orders;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#machines.stop(), this.#workloads.stop()]);
  }

  /** Number of placed workloads. */
  get placed(): number {
    return this.#placed.size;
  }

  /** Orders workloads with this name prefix concurrently, and resolves when all run. */
  async burst(prefix: string, count: number): Promise<BurstTimes> {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    const began = performance.now();
    const createdAt = new Map<string, number>();
    const waiting = [...names];
    const order = async (): Promise<void> => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        createdAt.set(name, performance.now());
        await this.order(name);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, order));
    await this.untilRunning(names);
    const toVirtualMachine = names.map(
      (name) => (this.#machineAt.get(name) ?? NaN) - (createdAt.get(name) ?? NaN),
    );
    const toRunning = names.map((name) => (this.#runningAt.get(name) ?? NaN) - (createdAt.get(name) ?? NaN));
    return { toVirtualMachine, toRunning, untilAllRunSeconds: (performance.now() - began) / 1000 };
  }

  /** Orders one workload and funds it; resolves when both are written. */
  async order(name: string, changes: Partial<WorkloadSpec> = {}): Promise<void> {
    const { metadata } = await this.#cluster.admin.resource(workloads).create({
      metadata: {
        name,
        namespace,
        labels: workloadLabels(namespace, spec),
        finalizers: [finalizers.workload, finalizers.billing],
      },
      spec: { ...spec, ...changes },
    });
    const funded = { type: 'Funded', status: 'True', reason: 'OrderAccepted', message: 'Paid.' } as const;
    await this.#cluster.billing.resource(workloads).applyStatus(
      {
        metadata: { name: metadata.name, namespace },
        status: { conditions: [...setCondition([], funded, new Date())], billing: { orderId: name } },
      },
      { fieldManager: fieldManagers.billing, force: true },
    );
  }

  /** Waits until the workload has its VirtualMachine. Returns that time on performance.now()'s scale. */
  async machineMadeAt(name: string): Promise<number> {
    for (;;) {
      const at = this.#machineAt.get(name);
      if (at !== undefined) return at;
      await delay(pollMs);
    }
  }

  /** Resolves when `count` workloads are placed. */
  async untilPlaced(count: number): Promise<void> {
    while (this.#placed.size < count) await delay(pollMs);
  }

  async untilRunning(names: readonly string[]): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      const missing = names.filter((name) => !this.#runningAt.has(name));
      if (missing.length === 0) return;
      if (performance.now() > deadline)
        throw new Error(`${missing.length} workloads do not run: ${missing.join(', ')}`);
      await delay(pollMs);
    }
  }
}
