import { setTimeout as delay } from 'node:timers/promises';
import { SYSTEM_NAMESPACE, gpus, skus as skuKind } from '@gpulease/crds';
import { leases } from '@gpulease/kube';
import { addHost, gpusPerHost, ordered, untilNodesAreReady } from '../capacity.ts';
import type { BenchCluster } from './cluster.ts';
import { hostName, skuName } from './names.ts';
import type { Orders } from './orders.ts';
import { Population } from './population.ts';
import { usageOf } from './process-usage.ts';
import type { Settings } from './settings.ts';
import { operator, type Subject } from './subjects.ts';

/** Time in which a subject reconciles all existing objects. */
const settleMs = 20_000;
/** Names of the templates to copy, of eleven characters each. */
const running = 'live-000000';
const waiting = 'wait-000000';

/** SKU of which `quantityOfWhole` fill an empty host. Orders of it wait, since each host has a GPU in use. */
const wholeHostSku = 'size-sku-whole';
const quantityOfWhole = 8;
const skusOf = (host: number, skus: number): string[] => [ordered.sku, wholeHostSku, skuName(host % skus)];

/** Results of one start of a subject with all workloads in place. */
export interface Round {
  /** Time from the start of the program to the VirtualMachine of a waiting order. */
  firstDecisionSeconds: number;
  /** CPU seconds until it has reconciled everything. */
  settledCpuSeconds: number;
  peakMemoryMiB: number;
  /** CPU time for each sequential order, until its VirtualMachine exists. */
  addedCpuMilliseconds: number;
  addedMilliseconds: number;
  /** Whether it was the leader throughout, without a restart. */
  keptLead: boolean;
}

export type Rounds = Record<string, Round[]>;

/** Measures all subjects in turn in one cluster of many workloads, so that other load affects them equally. */
export class SizeRun {
  readonly #cluster: BenchCluster;
  readonly #orders: Orders;
  readonly #population: Population;
  readonly #settings: Settings;
  #probes = 0;

  constructor(parts: { cluster: BenchCluster; orders: Orders; settings: Settings }) {
    this.#cluster = parts.cluster;
    this.#orders = parts.orders;
    this.#settings = parts.settings;
    this.#population = new Population(parts.cluster);
  }

  /** Creates hosts, SKUs and both templates regularly, then freezes the cluster so that only subjects change it. */
  async furnish(): Promise<void> {
    const { admin } = this.#cluster;
    const { hosts, skus } = this.#settings;
    await this.#cluster.startSubject(operator);
    const { spec } = await admin.resource(skuKind).get({ name: ordered.sku });
    for (let index = 0; index < skus; index += 1)
      await admin.resource(skuKind).create({ metadata: { name: skuName(index) }, spec });
    const whole = { ...spec, gpu: { model: spec.gpu?.model ?? '', count: gpusPerHost / quantityOfWhole } };
    await admin.resource(skuKind).create({ metadata: { name: wholeHostSku }, spec: whole });
    const { items } = await admin.resource(gpus).list();
    for (let index = 0; index < hosts; index += 1)
      await addHost(admin, { name: hostName(index), skus: skusOf(index, skus) }, items);
    await untilNodesAreReady(admin);
    await this.#orders.order(running, { placement: { nodeName: hostName(0) } });
    await this.#orders.untilRunning([running]);
    const wholeHost = { sku: wholeHostSku, skuQuantity: quantityOfWhole };
    await this.#orders.order(waiting, { ...wholeHost, placement: { nodeName: hostName(0) } });
    await delay(settleMs);
    await this.#cluster.stopSubject();
    await this.#cluster.freeze();
  }

  /** Copies the running template as the numbers `first` to `last`, and waits until they are placed. */
  async populate(first: number, last: number): Promise<void> {
    const { hosts, skus } = this.#settings;
    await this.#population.copy(running, { first, last, hosts, skus });
    await this.#orders.untilPlaced(last + 1 + this.#probes);
  }

  async addWaiting(): Promise<void> {
    const { hosts, waiting: last } = this.#settings;
    await this.#population.copy(waiting, { first: 1, last, hosts });
  }

  /** Starts each subject `rounds` times, in turn. */
  async measure(subjects: readonly Subject[], rounds: number): Promise<Rounds> {
    const results: Rounds = {};
    for (let round = 0; round < rounds; round += 1)
      for (const subject of subjects) (results[subject.name] ??= []).push(await this.#round(subject));
    return results;
  }

  async #round(subject: Subject): Promise<Round> {
    const first = this.#nextProbe();
    await this.#orders.order(first);
    const startedAt = performance.now();
    const started = await this.#cluster.startSubject(subject);
    const firstDecisionSeconds = ((await this.#orders.machineMadeAt(first)) - startedAt) / 1000;
    const led = await this.#lead();
    await delay(settleMs);
    const pid = this.#cluster.subjectNumber();
    const { cpuSeconds: settledCpuSeconds } = usageOf(pid);
    const added = await this.#add(pid);
    const keptLead = led === (await this.#lead()) && started === this.#cluster.subjectNumber();
    const { peakMemoryMiB } = usageOf(pid);
    await this.#cluster.stopSubject();
    return { firstDecisionSeconds, settledCpuSeconds, peakMemoryMiB, ...added, keptLead };
  }

  /** Orders workloads sequentially. */
  async #add(pid: number): Promise<Pick<Round, 'addedCpuMilliseconds' | 'addedMilliseconds'>> {
    const { added } = this.#settings;
    const before = usageOf(pid).cpuSeconds;
    let milliseconds = 0;
    for (let index = 0; index < added; index += 1) {
      const name = this.#nextProbe();
      const orderedAt = performance.now();
      await this.#orders.order(name);
      milliseconds += (await this.#orders.machineMadeAt(name)) - orderedAt;
    }
    const cpuSeconds = usageOf(pid).cpuSeconds - before;
    return { addedCpuMilliseconds: (cpuSeconds / added) * 1000, addedMilliseconds: milliseconds / added };
  }

  #nextProbe(): string {
    this.#probes += 1;
    return `probe-${this.#probes}`;
  }

  /** Returns the current leader and the number of leader transitions. */
  async #lead(): Promise<string> {
    const lease = { namespace: SYSTEM_NAMESPACE, name: 'gpulease-operator' };
    const { spec } = await this.#cluster.admin.resource(leases).get(lease);
    return `${spec?.holderIdentity ?? ''} ${spec?.leaseTransitions ?? 0}`;
  }
}
