import { FakeClock } from '@gpulease/kube/testing';
import type { Allocation, Amounts, NodeCapacity } from '../capacity.ts';
import { Placer, type PlacementOrder } from '../placer.ts';

export const WINDOW_MS = 30 * 60_000;

export const gpus = (count: number, changes: Partial<Amounts> = {}): Amounts => ({
  cpu: 1000,
  memory: 10,
  storage: 10,
  gpus: count,
  pods: 0,
  ...changes,
});

/** Returns an order for `count` GPUs. */
export function anOrder(
  workload: string,
  count: number,
  changes: Partial<PlacementOrder> = {},
): PlacementOrder {
  return {
    workload,
    tenant: 'u-1',
    createdAt: 0,
    region: 'r',
    sku: 'a100-1',
    architecture: 'amd64',
    gpuModel: 'A100',
    what: 'A100',
    wants: `${count} A100`,
    amounts: gpus(count),
    span: { from: 0 },
    spot: false,
    ...changes,
  };
}

/** A region in memory, with workloads that ask again whenever they are woken or due. */
export class SmallRegion {
  readonly placer: Placer;
  /** Number of messages to workloads that differ from the previous one. */
  messages = 0;
  private readonly clock = new FakeClock();
  private readonly woken = new Set<string>();
  private readonly waiting = new Map<string, { order: PlacementOrder; again: number; message: string }>();
  /** How long a workload stays once it is served, and when served workloads leave. */
  private readonly lifetimes = new Map<string, number>();
  private readonly ends = new Map<string, number>();
  private version = 0;

  /** `nodes` is the number of GPUs of each node. */
  constructor(nodes: Record<string, number>, drainWindowMs = WINDOW_MS) {
    const wake = (workload: string): void => void this.woken.add(workload);
    this.placer = new Placer({ wake, clock: this.clock, spotNoticeMs: 120_000, drainWindowMs });
    for (const [name, count] of Object.entries(nodes)) this.placer.setNode(aNode(name, count));
  }

  get now(): number {
    return this.clock.now().getTime();
  }

  /** Lets a workload hold GPUs of a node, as if its status had been observed. */
  run(workload: string, count: number, node: string, changes: Partial<Allocation> = {}): void {
    const { tenant, createdAt, amounts, spot } = anOrder(workload, count);
    this.observe(workload, { workload, tenant, createdAt, amounts, spot, node, from: 0, ...changes });
  }

  /** Orders a machine that leaves `lifetimeMs` after it is served. */
  order(order: PlacementOrder, lifetimeMs: number): void {
    this.lifetimes.set(order.workload, lifetimeMs);
    this.ask(order);
  }

  /** Requests a place; returns the node, or the reason and the node that is drained for the order. */
  ask(order: PlacementOrder): string {
    const { workload } = order;
    const answer = this.placer.place(order);
    if ('node' in answer) {
      this.waiting.delete(workload);
      this.ends.set(workload, this.now + (this.lifetimes.get(workload) ?? Infinity));
      return answer.node;
    }
    const { reason, message } = answer.refusal;
    if (this.messageOf(workload) !== message) this.messages += 1;
    this.waiting.set(workload, { order, message, again: answer.askAgainAt?.getTime() ?? Infinity });
    const isDrained = (node: string): boolean => this.placer.occupancyOf(node).drain?.workload === workload;
    const drained = this.placer.nodesIn('r').find(({ name }) => isDrained(name))?.name;
    return drained === undefined ? reason : `${reason}, drains ${drained}`;
  }

  messageOf(workload: string): string | undefined {
    return this.waiting.get(workload)?.message;
  }

  nodeOf(workload: string): string | undefined {
    const holds = (node: string): boolean =>
      this.placer
        .occupancyOf(node)
        .allocations()
        .some((allocation) => allocation.workload === workload);
    return this.placer.nodesIn('r').find(({ name }) => holds(name))?.name;
  }

  /** `settles` lets woken workloads ask again at once. */
  stop(workload: string, { settles } = { settles: true }): void {
    this.observe(workload, undefined);
    if (settles) this.settle();
  }

  /** Cancels an order. */
  cancel(workload: string): void {
    this.waiting.delete(workload);
    this.placer.leave(workload);
  }

  close(node: string): void {
    const known = this.placer.node(node);
    if (known !== undefined) this.placer.setNode({ ...known, closed: 'is not ready' });
  }

  /** Lets woken workloads ask again. */
  settle(): void {
    for (const workload of this.woken) {
      this.woken.delete(workload);
      const order = this.waiting.get(workload)?.order;
      if (order !== undefined) this.ask(order);
    }
  }

  /** Advances the time minute by minute: machines leave, and waiting workloads ask again when due. */
  pass(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= 60_000) {
      this.clock.advance(Math.min(left, 60_000));
      for (const [workload, end] of this.ends) {
        if (end > this.now) continue;
        this.ends.delete(workload);
        this.stop(workload);
      }
      for (const [workload, { again }] of this.waiting) if (again <= this.now) this.woken.add(workload);
      this.settle();
    }
  }

  private observe(workload: string, allocation: Allocation | undefined): void {
    this.version += 1;
    this.placer.observe(workload, String(this.version), allocation);
  }
}

function aNode(name: string, count: number): NodeCapacity {
  const amounts = { cpu: 64_000, memory: 1000, storage: 1000, gpus: count, pods: 0 };
  const model = { architecture: 'amd64', gpuModel: 'A100' };
  return { name, region: 'r', skus: ['a100-1'], ...model, amounts, declared: amounts };
}
