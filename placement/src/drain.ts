import { fits, shortfall, type Amounts } from './capacity.ts';
import { freeFor } from './place.ts';
import { isOpen } from './refusal.ts';
import type { Candidate, PlacementRequest } from './request.ts';
import type { Timing } from './spot-timing.ts';

/** A node whose capacity is reserved for one large order: younger orders get nothing that it needs. */
export interface Drain {
  /** The workload's key. */
  workload: string;
  node: string;
  /** When it ends, whether or not the order is served, in milliseconds since the epoch. */
  until: number;
}

/**
 * Tracks which node is drained for which order. Each queue drains at most one node at a time and pauses for as long after
 * a failed drain, so that an order that cannot be served in time idles a node at most half the time.
 */
export class Drains {
  private readonly byWorkload = new Map<string, Drain & { queue: string }>();
  private readonly byQueue = new Map<string, string>();
  private readonly restUntil = new Map<string, number>();
  /** Planned end of the last failed drain of each node, in milliseconds since the epoch. */
  private readonly inVain = new Map<string, number>();

  of(workload: string): Drain | undefined {
    return this.byWorkload.get(workload);
  }

  in(queue: string): Drain | undefined {
    return this.of(this.byQueue.get(queue) ?? '');
  }

  rests(queue: string, now: number): boolean {
    return now < (this.restUntil.get(queue) ?? 0);
  }

  begin(queue: string, drain: Drain): void {
    this.byWorkload.set(drain.workload, { ...drain, queue });
    this.byQueue.set(queue, drain.workload);
  }

  /** Ends a drain. `restUntil`, in milliseconds since the epoch, marks it as failed and delays the next one. */
  end({ workload, node, until }: Drain, restUntil?: number): void {
    const queue = this.byWorkload.get(workload)?.queue;
    if (queue === undefined) return;
    this.byWorkload.delete(workload);
    this.byQueue.delete(queue);
    if (restUntil === undefined) return;
    this.restUntil.set(queue, restUntil);
    this.inVain.set(node, until);
  }

  /**
   * Returns the node that lacks least for the request, counting Spot machines as gone. Nodes with failed drains come last,
   * the longest ago first, and no node is drained for two orders.
   */
  nearestNode(
    request: PlacementRequest,
    candidates: readonly Candidate[],
    timing: Timing,
  ): string | undefined {
    const distances = candidates
      .filter((candidate) => canBeDrained(request, candidate))
      .map((candidate) => ({
        name: candidate.node.name,
        inVainAt: this.inVain.get(candidate.node.name) ?? 0,
        missing: missingOn(request, candidate, timing),
      }));
    const [nearest] = distances.sort(
      (a, b) => a.inVainAt - b.inVainAt || a.missing - b.missing || (a.name < b.name ? -1 : 1),
    );
    return nearest?.name;
  }
}

/** Whether the request would fit if all other machines left the node. */
export function canBeDrained(request: PlacementRequest, { node, occupancy }: Candidate): boolean {
  const isTaken = occupancy.drain !== undefined && occupancy.drain.workload !== request.workload;
  return !isTaken && isOpen(request, node) && fits(request.amounts, node.amounts);
}

/** Returns the amount that must leave as a share of the wanted amount, for the resource with the largest share. */
function missingOn(request: PlacementRequest, candidate: Candidate, timing: Timing): number {
  const { amounts } = request;
  const free = freeFor(request, candidate, { timing, withoutSpot: true });
  const missing = shortfall(amounts, free);
  const resources = Object.keys(amounts) as (keyof Amounts)[];
  return Math.max(...resources.map((one) => (amounts[one] === 0 ? 0 : missing[one] / amounts[one])));
}
