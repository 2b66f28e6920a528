import { Capacity } from './capacity.ts';
import type { Allocation, NodeCapacity } from './capacity.ts';
import { place } from './place.ts';
import type { Candidate, Refusal } from './place.ts';
import { WaitingLine, isOlder } from './waiting-line.ts';
import type { WaitingRequest } from './waiting-line.ts';

/** A workload that asks for a place on behalf of a tenant. */
export interface PlacementOrder extends WaitingRequest {
  tenant: string;
  /** The most GPUs the tenant may hold at once; absent: no limit. */
  gpuQuota?: number | undefined;
}

export type PlacerRefusal = Refusal | { reason: 'QuotaExceeded' | 'Queued'; message: string };
export type PlacerAnswer = { node: string } | { refusal: PlacerRefusal };

/**
 * The one place where capacity is given away. An answer counts as taken at once, before it is written to the API
 * server, so two workloads never get one GPU; what the API server says later replaces it.
 */
export class Placer {
  private readonly capacity = new Capacity();
  private readonly line = new WaitingLine();
  /** Who waits for its tenant's quota, with that tenant. */
  private readonly overQuota = new Map<string, string>();
  private readonly known = new Map<string, bigint>();
  private readonly wake: (workload: string) => void;

  /** `wake` is told the uid of each workload that should ask (again) for a place. */
  constructor(wake: (workload: string) => void) {
    this.wake = wake;
  }

  /** Finds a place and takes it, or says why there is none and keeps the workload in the line. */
  place(order: PlacementOrder): PlacerAnswer {
    this.overQuota.delete(order.workload);
    const quota = this.exceededQuota(order);
    if (quota !== undefined) {
      this.leave(order.workload);
      this.overQuota.set(order.workload, order.tenant);
      return { refusal: quota };
    }
    const answer = place(order, this.candidates(order.region));
    if ('refusal' in answer) {
      this.line.join(order);
      return answer;
    }
    const before = this.olderThatFits(order);
    if (before !== undefined) {
      this.line.join(order);
      this.wake(before.workload);
      return {
        refusal: {
          reason: 'Queued',
          message: 'Others who ordered before you are served first; your machine follows.',
        },
      };
    }
    this.take(order, answer.node);
    return answer;
  }

  /** The workload does not (or no longer) ask for a place. */
  leave(workload: string): void {
    this.overQuota.delete(workload);
    const region = this.line.leave(workload);
    if (region !== undefined) this.wakeRegion(region);
  }

  /** What the API server says the workload holds. A version that is no newer than one already seen changes nothing. */
  observe(workload: string, resourceVersion: string, allocation: Allocation | undefined): void {
    const version = BigInt(resourceVersion);
    const known = this.known.get(workload);
    if (known !== undefined && version <= known) return;
    this.known.set(workload, version);
    const before = this.capacity.release(workload);
    if (allocation !== undefined) this.capacity.allocate(allocation);
    if (before !== undefined && !isSame(before, allocation)) this.wakeAfter(before);
  }

  /** Gives back a place that was taken by an answer, but could not be used. */
  release(workload: string): void {
    const before = this.capacity.release(workload);
    if (before !== undefined) this.wakeAfter(before);
  }

  /** The workload is gone from the API server. */
  forget(workload: string): void {
    this.known.delete(workload);
    this.leave(workload);
    this.release(workload);
  }

  setNode(node: NodeCapacity): void {
    this.capacity.setNode(node);
    this.wakeRegion(node.region);
  }

  removeNode(name: string): void {
    this.capacity.removeNode(name);
  }

  node(name: string): NodeCapacity | undefined {
    return this.capacity.node(name);
  }

  nodesIn(region: string): NodeCapacity[] {
    return this.capacity.nodesIn(region);
  }

  allocationsOn(node: string): Allocation[] {
    return this.capacity.allocationsOn(node);
  }

  gpusOf(tenant: string): number {
    return this.capacity.gpusOf(tenant);
  }

  private take(order: PlacementOrder, node: string): void {
    const { workload, tenant, amounts, spot, createdAt, span } = order;
    this.capacity.allocate({ workload, tenant, node, amounts, spot, createdAt, ...span });
    this.leave(workload);
  }

  private exceededQuota(order: PlacementOrder): PlacerRefusal | undefined {
    if (order.gpuQuota === undefined || order.amounts.gpus === 0) return undefined;
    const own = this.capacity.allocation(order.workload)?.amounts.gpus ?? 0;
    const used = this.capacity.gpusOf(order.tenant) - own;
    if (used + order.amounts.gpus <= order.gpuQuota) return undefined;
    return {
      reason: 'QuotaExceeded',
      message: `Your quota is ${order.gpuQuota} GPUs and ${used} are in use; stop a machine or ask for a larger quota.`,
    };
  }

  /** Whoever asked before and could be served now goes first; whoever could not does not hold up the others. */
  private olderThatFits(order: PlacementOrder): WaitingRequest | undefined {
    return this.line
      .heads(order.region)
      .find((head) => isOlder(head, order) && 'node' in place(head, this.candidates(head.region)));
  }

  private candidates(region: string): Candidate[] {
    return this.capacity
      .nodesIn(region)
      .map((node) => ({ node, allocations: this.capacity.allocationsOn(node.name) }));
  }

  /** Wakes those who may get what was given back. */
  private wakeAfter({ node, tenant }: Allocation): void {
    const region = this.capacity.node(node)?.region;
    if (region !== undefined) this.wakeRegion(region);
    for (const [workload, its] of this.overQuota) if (its === tenant) this.wake(workload);
  }

  private wakeRegion(region: string): void {
    for (const head of this.line.heads(region)) this.wake(head.workload);
  }
}

function isSame(a: Allocation, b: Allocation | undefined): boolean {
  return a.node === b?.node && a.until === b.until;
}
