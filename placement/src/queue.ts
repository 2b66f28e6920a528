import { placementReasons } from '@gpulease/crds';
import { bestPlace } from './place.ts';
import { queueWords, type Refusal } from './refusal.ts';
import { isOlder, type PlacementRequest } from './request.ts';
import type { Timing } from './spot-timing.ts';
import { Drains, canBeDrained, type Drain } from './drain.ts';
import type { Occupancy } from './occupancy.ts';
import { QueueIndex, queueName } from './queue-index.ts';

/** Why a workload waits, and when it must ask again even if nothing wakes it. */
export interface Wait {
  refusal: Refusal;
  askAgainAt?: Date | undefined;
}

export interface QueueOptions {
  occupancy: Occupancy;
  /** Called with the key of each workload that may be served now. */
  wake: (workload: string) => void;
  /** Maximum time for which a node is drained for one order, in milliseconds; 0 disables drains. */
  drainWindowMs: number;
}

/** A waiting workload asks again after this time at the latest and so learns its place in the queue. */
const REFRESH_MS = 60_000;

const { noCapacity, queued } = placementReasons;

/**
 * The orders that wait for a place. For one that is too large for the free capacity, the node nearest to serving it is
 * drained when its turn has come; otherwise it would lose to smaller ones forever.
 */
export class Queue {
  private readonly index = new QueueIndex();
  private readonly drains = new Drains();
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Queues a refused request. `isStuck` means that it would not fit even if it were first. */
  wait(request: PlacementRequest, refusal: Refusal, timing: Timing, isStuck = true): Wait {
    const mayDrain = refusal.reason === noCapacity && !request.spot;
    this.index.join(request, { isStuck, mayDrain });
    if (mayDrain) this.drainFor(request, timing);
    const end = this.drains.of(request.workload)?.until ?? Infinity;
    const askAgainAt = new Date(Math.min(timing.now + REFRESH_MS, end));
    return { refusal: this.withPlace(request, refusal), askAgainAt };
  }

  /** Removes a workload that no longer waits. */
  leave(workload: string, timing: Timing): void {
    const drain = this.drains.of(workload);
    const region = this.index.leave(workload);
    if (drain !== undefined) this.endDrain(drain, timing);
    if (region === undefined) return;
    for (const head of this.index.hopeful(region)) this.options.wake(head.workload);
  }

  /** Wakes the workloads that fit on a node that was opened or has freed capacity. */
  freed(node: string, timing: Timing): void {
    const candidate = this.options.occupancy.candidate(node);
    if (candidate === undefined) return;
    for (const head of this.index.heads(candidate.node.region, candidate.node.skus)) {
      if (bestPlace(head, [candidate], timing) === undefined) continue;
      this.index.note(head, { isStuck: false });
      this.options.wake(head.workload);
    }
  }

  /** Returns an older order that could be served now, if any. */
  olderThatFits(request: PlacementRequest, timing: Timing): PlacementRequest | undefined {
    const { occupancy } = this.options;
    for (const head of this.index.hopeful(request.region)) {
      if (!isOlder(head, request)) continue;
      if (bestPlace(head, occupancy.candidatesFor(head), timing) !== undefined) return head;
      this.index.note(head, { isStuck: true });
    }
    return undefined;
  }

  private withPlace(request: PlacementRequest, { reason, message }: Refusal): Refusal {
    const isInTurn = reason === noCapacity || reason === queued;
    const words = isInTurn ? ` ${queueWords(this.index.before(request))}` : '';
    return { reason, message: `${message}${words}` };
  }

  /** Starts, continues or ends the drain of the request's queue. */
  private drainFor(request: PlacementRequest, timing: Timing): void {
    const { now } = timing;
    const queue = queueName(request);
    const present = this.drains.in(queue);
    if (present === undefined) {
      const isNext = this.index.nextToDrain(request)?.workload === request.workload;
      const until = now + this.options.drainWindowMs;
      if (isNext && until > now && !this.drains.rests(queue, now)) this.drain(request, until, timing);
      return;
    }
    if (now >= present.until) this.giveUp(present, timing);
    else if (present.workload === request.workload) this.stay(present, request, timing);
  }

  private drain(request: PlacementRequest, until: number, timing: Timing): void {
    const { occupancy } = this.options;
    const { workload, createdAt, amounts, span } = request;
    const node = this.drains.nearestNode(request, occupancy.candidatesFor(request), timing);
    if (node === undefined) return;
    this.drains.begin(queueName(request), { workload, node, until });
    occupancy.drain(node, { workload, createdAt, amounts, span, until });
  }

  /** If this node can no longer serve the request, another one is drained for the remaining time. */
  private stay(drain: Drain, request: PlacementRequest, timing: Timing): void {
    const candidate = this.options.occupancy.candidate(drain.node);
    if (candidate !== undefined && canBeDrained(request, candidate)) return;
    this.endDrain(drain, timing);
    this.drain(request, drain.until, timing);
  }

  /** Ends a failed drain: the others continue, and another order has its turn first. */
  private giveUp(drain: Drain, timing: Timing): void {
    this.index.noteDrain(drain.workload);
    this.endDrain(drain, timing, timing.now + this.options.drainWindowMs);
  }

  private endDrain(drain: Drain, timing: Timing, restUntil?: number): void {
    this.drains.end(drain, restUntil);
    this.options.occupancy.drain(drain.node);
    this.freed(drain.node, timing);
  }
}
