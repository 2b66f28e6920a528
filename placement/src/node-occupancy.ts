import { freedBy, minus, NO_AMOUNTS, peakDuring, plus } from './capacity.ts';
import type { Allocation, Amounts, Span } from './capacity.ts';

/** Workloads to ignore when a node's free amounts are counted. */
export interface Ignored {
  /** The key of the requesting workload. */
  workload?: string;
  /** Every Spot machine, because it may have to leave. */
  spot?: boolean;
}

/** An order that is too large for the node's free capacity. Younger orders get nothing on the node that it needs. */
export interface DrainedFor {
  /** The workload's key. */
  workload: string;
  /** When the workload was created, in milliseconds since the epoch. */
  createdAt: number;
  amounts: Amounts;
  span: Span;
  /** When the drain ends, whether or not the order is served, in milliseconds since the epoch. */
  until: number;
}

/** Who holds what on one node. Open-ended allocations are kept as a sum, so that reads do not iterate over them. */
export class NodeOccupancy {
  private readonly all = new Map<string, Allocation>();
  private readonly terms = new Map<string, Allocation>();
  private readonly claimed = new Map<string, Allocation>();
  private readonly spotMachines = new Map<string, Allocation>();
  private openEnded = NO_AMOUNTS;
  private openEndedSpot = NO_AMOUNTS;
  private sum = NO_AMOUNTS;
  /** The order for which the node is drained, if any. */
  drain: DrainedFor | undefined;

  add(allocation: Allocation): void {
    this.remove(allocation.workload);
    this.all.set(allocation.workload, allocation);
    if (allocation.stage === 'Claimed' && !allocation.spot) this.claimed.set(allocation.workload, allocation);
    if (allocation.until !== undefined) this.terms.set(allocation.workload, allocation);
    if (allocation.spot) this.spotMachines.set(allocation.workload, allocation);
    this.count(allocation, plus);
  }

  remove(workload: string): void {
    const allocation = this.all.get(workload);
    if (allocation === undefined) return;
    this.all.delete(workload);
    this.terms.delete(workload);
    this.claimed.delete(workload);
    this.spotMachines.delete(workload);
    this.count(allocation, minus);
  }

  allocations(): Allocation[] {
    return [...this.all.values()];
  }

  /** Returns the allocations that are held or booked until a certain time. */
  withTerm(): Allocation[] {
    return [...this.terms.values()];
  }

  /** Returns the allocations of Spot machines, which may have to leave. */
  spot(): Allocation[] {
    return [...this.spotMachines.values()];
  }

  /** Returns the allocations of workloads that cannot start yet, except Spot. */
  claims(): Allocation[] {
    return [...this.claimed.values()];
  }

  /** The sum of everything held or booked. */
  get allocated(): Amounts {
    return this.sum;
  }

  /** Returns the largest amounts held at any time of the span. Open-ended amounts count from their allocation. */
  heldDuring(span: Span, now: number, besides?: Ignored): Amounts {
    const others = this.heldIndefinitely(besides);
    if (this.terms.size === 0) return others;
    const own = this.own(besides);
    const counts = (allocation: Allocation): boolean =>
      allocation !== own && !(besides?.spot === true && allocation.spot);
    return plus(others, peakDuring(this.withTerm().filter(counts), span, now));
  }

  /** Returns the amounts held without an end. */
  heldIndefinitely(besides?: Ignored): Amounts {
    const own = this.own(besides);
    const lasting = besides?.spot === true ? minus(this.openEnded, this.openEndedSpot) : this.openEnded;
    if (own === undefined || own.until !== undefined) return lasting;
    const isLookedPast = besides?.spot === true && own.spot;
    return minus(lasting, isLookedPast ? minus(own.amounts, freedBy(own)) : own.amounts);
  }

  private own(besides: Ignored | undefined): Allocation | undefined {
    return besides?.workload === undefined ? undefined : this.all.get(besides.workload);
  }

  private count(allocation: Allocation, change: typeof plus): void {
    const { amounts, until, spot } = allocation;
    this.sum = change(this.sum, amounts);
    if (until !== undefined) return;
    this.openEnded = change(this.openEnded, amounts);
    if (spot) this.openEndedSpot = change(this.openEndedSpot, freedBy(allocation));
  }
}
