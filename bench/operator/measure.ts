import { setTimeout as delay } from 'node:timers/promises';
import { callsIn, difference, writesIn, type Requests, type WriteCounts } from './audit.ts';
import { gpusPerHost } from '../capacity.ts';
import { book } from './bookings.ts';
import type { BenchCluster } from './cluster.ts';
import type { BurstTimes, Orders } from './orders.ts';
import { usageOf } from './process-usage.ts';
import type { Settings } from './settings.ts';
import type { Subject } from './subjects.ts';
import { writesBetween, type WriteRow } from './writers.ts';

const pollMs = 200;
/** Idle time after which a subject has made all deferred writes. */
const settleMs = 15_000;
const others = ['kube-apiserver', 'etcd', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'kubevirt'];
/** Time for the writes that follow an added workload: the catalogue's statuses come a second later. */
const afterEachMs = 2_000;

export interface Usage {
  cpuSeconds: number;
  /** CPU seconds of the other programs: the API server, etcd, Kubernetes' controllers, KWOK and the KubeVirt simulator. */
  othersCpuSeconds: number;
  requests: Requests;
}

export interface Burst extends BurstTimes {
  cpuSeconds: number;
  othersCpuSeconds: number;
  writes: WriteCounts;
  /** Writes of all programs: the subject, the orders, Kubernetes and the KubeVirt simulator. */
  everybodysWrites: WriteRow[];
}

/** Average cost of one more workload. */
export interface Marginal {
  existing: number;
  cpuMilliseconds: number;
  calls: number;
  writes: WriteCounts;
}

export interface Result {
  few: Marginal;
  burst: Burst;
  idle: { writes: WriteCounts; cpuSeconds: number };
  many: Marginal;
  peakMemoryMiB: { burst: number; all: number };
}

/** Measures one subject in a dedicated cluster. */
export class Measurement {
  readonly #cluster: BenchCluster;
  readonly #orders: Orders;
  readonly #subject: Subject;
  #pid = 0;
  #booked = 0;

  constructor(parts: { cluster: BenchCluster; orders: Orders; subject: Subject }) {
    this.#cluster = parts.cluster;
    this.#orders = parts.orders;
    this.#subject = parts.subject;
  }

  async run(settings: Settings, report: (line: string) => void): Promise<Result> {
    const { few, workloads, many, added, idleSeconds } = settings;
    report(`${this.#subject.name}: one after another beside ${few}`);
    await this.#book(few);
    const marginalFew = await this.#marginal('few', added);
    report(`${this.#subject.name}: ${workloads} workloads at once`);
    const burst = await this.#burst(workloads);
    const peakOfBurst = usageOf(this.#pid).peakMemoryMiB;
    report(`${this.#subject.name}: idle for ${idleSeconds} s`);
    const idle = await this.#idle(idleSeconds);
    report(`${this.#subject.name}: one after another beside ${many}`);
    await this.#book(many);
    const marginalMany = await this.#marginal('many', added);
    return {
      few: marginalFew,
      burst,
      idle,
      many: marginalMany,
      peakMemoryMiB: { burst: peakOfBurst, all: usageOf(this.#pid).peakMemoryMiB },
    };
  }

  /** Stops the subject, books workloads until `wanted` are placed, and starts the subject again. */
  async #book(wanted: number): Promise<void> {
    // Starts at the next empty host: running workloads may have filled the rest of the last one.
    const first = Math.ceil(this.#booked / gpusPerHost) * gpusPerHost;
    const missing = Math.max(0, wanted - this.#orders.placed);
    await this.#cluster.stopSubject();
    await book(this.#cluster, first, missing);
    this.#booked = first + missing;
    while (this.#orders.placed < wanted) await delay(pollMs);
    this.#pid = await this.#cluster.startSubject(this.#subject);
  }

  async #burst(count: number): Promise<Burst> {
    const { audit } = this.#cluster;
    const begin = this.#usage();
    const before = audit.requestsByAgent();
    const times = await this.#orders.burst('burst', count);
    await delay(settleMs);
    const { requests, ...cpu } = this.#since(begin);
    const everybodysWrites = writesBetween(before, audit.requestsByAgent());
    return { ...times, ...cpu, writes: writesIn(requests), everybodysWrites };
  }

  async #idle(seconds: number): Promise<Result['idle']> {
    const begin = this.#usage();
    await delay(seconds * 1000);
    const { cpuSeconds, requests } = this.#since(begin);
    return { cpuSeconds, writes: writesIn(requests) };
  }

  /** Adds workloads sequentially. */
  async #marginal(prefix: string, count: number): Promise<Marginal> {
    await this.#untilQuiet();
    const existing = this.#orders.placed;
    const begin = this.#usage();
    for (let index = 0; index < count; index += 1) {
      await this.#orders.burst(`${prefix}-${index}`, 1);
      await delay(afterEachMs);
    }
    const { cpuSeconds, requests } = this.#since(begin);
    return {
      existing,
      cpuMilliseconds: (cpuSeconds / count) * 1000,
      calls: callsIn(requests) / count,
      writes: writesIn(requests),
    };
  }

  /** Waits until the subject makes no requests for a while: it may be reconciling everything. */
  async #untilQuiet(): Promise<void> {
    for (let begin = this.#usage(); ; begin = this.#usage()) {
      await delay(settleMs);
      if (callsIn(this.#since(begin).requests) === 0) return;
    }
  }

  #usage(): Usage {
    return {
      cpuSeconds: usageOf(this.#pid).cpuSeconds,
      othersCpuSeconds: others
        .map((name) => usageOf(this.#cluster.processNumber(name)).cpuSeconds)
        .reduce((sum, seconds) => sum + seconds),
      requests: this.#cluster.audit.requestsOf(this.#subject.userAgent),
    };
  }

  #since(begin: Usage): Usage {
    const { cpuSeconds, othersCpuSeconds, requests } = this.#usage();
    return {
      cpuSeconds: cpuSeconds - begin.cpuSeconds,
      othersCpuSeconds: othersCpuSeconds - begin.othersCpuSeconds,
      requests: difference(requests, begin.requests),
    };
  }
}
