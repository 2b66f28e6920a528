import { freedBy, minus, nothing, peakDuring, plus } from './capacity.ts';
import type { Allocation, Amounts, Span } from './capacity.ts';

/** Workloads to ignore when a node's free amounts are counted. */
export interface Besides {
  /** The key of the workload that asks. */
  workload?: string;
  /** Every Spot machine, since it may be told to leave. */
  spot?: boolean;
}

/** An order that is too large for the node's free capacity. Younger orders get nothing there that it needs. */
export interface DrainedFor {
  /** The workload's key. */
  workload: string;
  /** When the workload was created, in milliseconds since the epoch. */
  createdAt: number;
  amounts: Amounts;
  span: Span;
  /** When the drain ends, served or not, in milliseconds since the epoch. */
  until: number;
}

/** Who holds what on one node. What has no end is kept as a sum, so a node's machines need not be looked at one by one. */
export class NodeOccupancy {
  private readonly all = new Map<string, Allocation>();
  private readonly terms = new Map<string, Allocation>();
  private readonly claimed = new Map<string, Allocation>();
  private readonly spotMachines = new Map<string, Allocation>();
  private openEnded = nothing;
  private openEndedSpot = nothing;
  private sum = nothing;
  /** Whom the node is drained for, if anybody. */
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

  /** Amounts that are held or booked until a certain time. */
  withTerm(): Allocation[] {
    return [...this.terms.values()];
  }

  /** What may be told to leave. */
  spot(): Allocation[] {
    return [...this.spotMachines.values()];
  }

  /** Amounts that are held for workloads that cannot start yet. */
  claims(): Allocation[] {
    return [...this.claimed.values()];
  }

  /** All that is held or booked. */
  get allocated(): Amounts {
    return this.sum;
  }

  /** The largest amount that is held at any time of the span. Open-ended amounts count from their allocation. */
  heldDuring(span: Span, now: number, besides?: Besides): Amounts {
    const others = this.heldForEver(besides);
    if (this.terms.size === 0) return others;
    const own = this.own(besides);
    const counts = (allocation: Allocation): boolean =>
      allocation !== own && !(besides?.spot === true && allocation.spot);
    return plus(others, peakDuring(this.withTerm().filter(counts), span, now));
  }

  /** Amounts that are held without an end. */
  heldForEver(besides?: Besides): Amounts {
    const own = this.own(besides);
    const lasting = besides?.spot === true ? minus(this.openEnded, this.openEndedSpot) : this.openEnded;
    if (own === undefined || own.until !== undefined) return lasting;
    const isLookedPast = besides?.spot === true && own.spot;
    return minus(lasting, isLookedPast ? minus(own.amounts, freedBy(own)) : own.amounts);
  }

  private own(besides: Besides | undefined): Allocation | undefined {
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
