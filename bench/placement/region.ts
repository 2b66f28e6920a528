import type { Amounts, NodeCapacity } from '@gpulease/placement/capacity';
import { Placer } from '../../placement/src/placer.ts';
import type { PlacementOrder } from '../../placement/src/placer.ts';
import type { SkuSize } from '../../placement/src/supplies.ts';

export const REGION = 'r';
export const NODES = 500;
export const SKUS = 50;
export const WORKLOADS = 10_000;
export const WAITING = 200;

const GIB = 2 ** 30;
const MODELS = 10;
const GPUS = [1, 2, 4, 8, 0];
const TERM_MS = 30 * 86_400_000;

/** Returns the size of a machine with `gpus` GPUs. */
function machine(gpus: number): Amounts {
  return { cpu: 4000 + gpus * 4000, memory: (8 + gpus * 32) * GIB, storage: 50 * GIB, gpus, pods: 0 };
}

const whole: Amounts = { cpu: 256_000, memory: 2048 * GIB, storage: 20_000 * GIB, gpus: 8, pods: 0 };

export interface BenchSku {
  name: string;
  size: SkuSize & { gpuModel: string };
}

/** Five SKUs per GPU model. */
export const skus: readonly BenchSku[] = Array.from({ length: SKUS }, (_, index) => ({
  name: `sku-${index}`,
  size: {
    gpuModel: `model-${Math.floor(index / GPUS.length)}`,
    amounts: [machine(GPUS[index % GPUS.length] ?? 0)],
  },
}));

function aNode(index: number): NodeCapacity {
  const gpuModel = `model-${index % MODELS}`;
  return {
    name: `node-${index}`,
    region: REGION,
    skus: skus.filter(({ size }) => size.gpuModel === gpuModel).map(({ name }) => name),
    architecture: 'amd64',
    gpuModel,
    amounts: whole,
    declared: whole,
  };
}

/** A region whose GPUs are all in use, by machines of one GPU each, in addition to machines without GPUs. */
export class FullRegion {
  readonly placer: Placer;
  readonly woken = new Set<string>();
  private time = Date.parse('2026-01-01T00:00:00Z');
  private version = 0;

  constructor() {
    const clock = { now: () => new Date(this.time) };
    const timing = { spotNoticeMs: 120_000, drainWindowMs: 30 * 60_000 };
    this.placer = new Placer({ wake: (workload) => this.woken.add(workload), clock, ...timing });
    for (let index = 0; index < NODES; index += 1) this.placer.setNode(aNode(index));
    for (let index = 0; index < WORKLOADS; index += 1) this.hold(index);
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
  }

  /** Removes a machine from its node. */
  leave(index: number): void {
    this.version += 1;
    this.placer.observe(nameOf(index), String(this.version), undefined);
  }

  /** Returns a Reserved order that begins immediately, for a month from its creation. */
  order(index: number): PlacementOrder {
    const sku = skus[(index * GPUS.length + (index % 4)) % SKUS];
    if (sku === undefined) throw new Error('There is no SKU');
    const { name, size } = sku;
    return {
      workload: `waiting/${index}`,
      tenant: 'waiting',
      createdAt: index,
      region: REGION,
      sku: name,
      architecture: 'amd64',
      gpuModel: size.gpuModel,
      what: size.gpuModel,
      wants: `${size.amounts[0].gpus} ${size.gpuModel}`,
      amounts: size.amounts[0],
      spot: false,
      span: { from: 0, until: this.time + index + TERM_MS },
    };
  }

  private hold(index: number): void {
    const isOnGpu = Math.floor(index / NODES) < whole.gpus;
    this.version += 1;
    this.placer.observe(nameOf(index), String(this.version), {
      workload: nameOf(index),
      tenant: 'running',
      node: `node-${index % NODES}`,
      amounts: machine(isOnGpu ? 1 : 0),
      spot: false,
      createdAt: 0,
      from: 0,
    });
  }
}

function nameOf(index: number): string {
  return `running/${index}`;
}
