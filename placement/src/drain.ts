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
  /** When it ends, served or not, in milliseconds since the epoch. */
  until: number;
}

/**
 * Which nodes are drained for whom: for each queue at most one at a time, and after one that was in vain none for as
 * long again, so that what cannot be served in time idles a node for half the time at most.
 */
export class Drains {
  private readonly byWorkload = new Map<string, Drain & { queue: string }>();
  private readonly byQueue = new Map<string, string>();
  private readonly restUntil = new Map<string, number>();
  /** When each node was last drained for nothing, in milliseconds since the epoch. */
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

  /** `restUntil`, in milliseconds since the epoch: it was in vain, and the next may begin only then. */
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
   * The node that lacks least for the request, counting Spot machines as gone. Those that were drained in vain come last,
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

/** Whether the request would fit if all the others left. */
export function canBeDrained(request: PlacementRequest, { node, occupancy }: Candidate): boolean {
  const isTaken = occupancy.drain !== undefined && occupancy.drain.workload !== request.workload;
  return !isTaken && isOpen(request, node) && fits(request.amounts, node.amounts);
}

/** The amount that must leave as a share of the wanted amount, for the resource with the largest share. */
function missingOn(request: PlacementRequest, candidate: Candidate, timing: Timing): number {
  const { amounts } = request;
  const free = freeFor(request, candidate, { timing, withoutSpot: true });
  const missing = shortfall(amounts, free);
  const resources = Object.keys(amounts) as (keyof Amounts)[];
  return Math.max(...resources.map((one) => (amounts[one] === 0 ? 0 : missing[one] / amounts[one])));
}
