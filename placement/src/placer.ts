import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@gpulease/kube';
import { fits, type Allocation, type NodeCapacity } from './capacity.ts';
import type { NodeOccupancy } from './node-occupancy.ts';
import { place, type Place, type Placement } from './place.ts';
import { heldBack, isSoldOut, noCapacity, quotaExceeded, type Refusal } from './refusal.ts';
import type { PlacementRequest } from './request.ts';
import { spotLead, type Timing } from './spot-timing.ts';
import { FailedStarts } from './failed-starts.ts';
import { Occupancy } from './occupancy.ts';
import { Groups } from './maps.ts';
import { Queue, type Wait } from './queue.ts';
import { SpotVictims } from './spot-victims.ts';

/** A workload that requests a place on behalf of a tenant. */
export interface PlacementOrder extends PlacementRequest {
  tenant: string;
  /** Maximum number of GPUs that the tenant may hold at once; absent for no limit. */
  gpuQuota?: number | undefined;
  /** Whether the order is refused instead of waiting for free capacity. */
  mayNotWait?: boolean;
}

export interface PlacerOptions {
  /** Called with the key of each workload to reconcile: it may find a place, or its own may be claimed. */
  wake: (workload: string) => void;
  clock: Pick<Clock, 'now'>;
  /** Time between the notice to a Spot machine and its stop, in milliseconds. */
  spotNoticeMs: number;
  /** Maximum time for which a node is drained for one order, in milliseconds; 0 disables drains. */
  drainWindowMs: number;
}

/** A place that is taken, with the time at which the workload must request it again, if any. */
export interface GivenPlace extends Place {
  askAgainAt?: Date | undefined;
}
export type PlacerAnswer = GivenPlace | Wait;

/**
 * The only allocator of capacity. An answer counts as taken at once, before it is written to the API server, so that two
 * workloads never get the same GPU. The state in the API server later replaces it.
 */
export class Placer {
  private readonly occupancy = new Occupancy();
  private readonly queue: Queue;
  /** Workloads that wait for their tenant's quota, by tenant. */
  private readonly overQuota = new Groups();
  /** Workloads whose place Spot machines must leave first, by region. */
  private readonly awaiting = new Groups();
  private readonly spotVictims: SpotVictims;
  private readonly known = new Map<string, bigint>();
  /** Disks on nodes of workloads that have no place. */
  private readonly disks = new Map<string, Allocation>();
  private readonly failedStarts = new FailedStarts();
  private readonly options: PlacerOptions;

  constructor(options: PlacerOptions) {
    this.options = options;
    const { wake, drainWindowMs } = options;
    this.queue = new Queue({ occupancy: this.occupancy, wake, drainWindowMs });
    this.spotVictims = new SpotVictims(this.occupancy, wake);
  }

  /** Finds a place and takes it, or returns why there is none and queues the workload if it may wait. */
  place(order: PlacementOrder): PlacerAnswer {
    const answer = this.answerTo(order);
    // The room kept for its move is its place by now, or no longer needed.
    this.forgo(order.workload);
    return answer;
  }

  /**
   * Keeps room for a machine that has yet to leave another node, until `place` takes it or `leave` releases it; or returns
   * why there is none. It interrupts no machine and overtakes no order.
   */
  keep(order: PlacementOrder): Placement {
    this.quit(order.workload);
    const answer = this.roomFor(order);
    if ('refusal' in answer) this.forgo(order.workload);
    else this.keepRoom(order, answer.node);
    return answer;
  }

  private answerTo(order: PlacementOrder): PlacerAnswer {
    this.overQuota.delete(order.workload);
    const quota = this.exceededQuota(order);
    if (quota !== undefined) {
      this.leave(order.workload);
      this.overQuota.add(order.workload, order.tenant);
      return { refusal: quota };
    }
    const answer = this.find(order);
    if ('refusal' in answer) {
      this.awaiting.delete(order.workload);
      const isOver = order.mayNotWait === true && isSoldOut(answer.refusal);
      if (!isOver) return this.queue.wait(order, answer.refusal, this.timing);
      this.leave(order.workload);
      return answer;
    }
    const before = this.isIts(answer.node, order) ? undefined : this.queue.olderThatFits(order, this.timing);
    return before === undefined ? this.take(order, answer) : this.yieldPlace(order, before);
  }

  /** Removes a workload that does not request a place, or no longer does. */
  leave(workload: string): void {
    this.quit(workload);
    this.forgo(workload);
  }

  /** Removes the workload from all queues. */
  private quit(workload: string): void {
    this.overQuota.delete(workload);
    this.awaiting.delete(workload);
    this.queue.leave(workload, this.timing);
  }

  /** Returns the milliseconds of notice for a Spot machine that must leave for a written claim; otherwise undefined. */
  noticeOf(workload: string): number | undefined {
    const allocation = this.occupancy.allocation(workload);
    if (allocation?.spot !== true) return undefined;
    const mustYield = this.spotVictims.on(allocation.node, this.timing).has(workload);
    return mustYield ? this.options.spotNoticeMs : undefined;
  }

  /** Records what the workload holds according to the API server. Ignores a version that is not newer than the last one. */
  observe(workload: string, resourceVersion: string, allocation: Allocation | undefined): void {
    const version = BigInt(resourceVersion);
    const known = this.known.get(workload);
    if (known !== undefined && version <= known) return;
    this.known.set(workload, version);
    if (allocation?.stage === 'DiskOnly') this.disks.set(workload, allocation);
    else this.disks.delete(workload);
    if (isDeepStrictEqual(this.occupancy.allocation(workload), allocation)) return;
    const before = this.occupancy.release(workload);
    if (allocation !== undefined) this.occupancy.allocate(allocation);
    if (before !== undefined && !isSame(before, allocation)) this.wakeAfter(before);
    if (allocation !== undefined) this.spotVictims.enqueue(allocation.node, this.timing);
  }

  /** Updates the amounts of a placed workload after their calculation has changed. */
  reweigh(workload: string, reckoned: Allocation | undefined): void {
    const allocation = this.occupancy.allocation(workload);
    if (allocation === undefined || allocation.node !== reckoned?.node || allocation.stage === 'DiskOnly')
      return;
    this.occupancy.allocate({ ...allocation, amounts: reckoned.amounts });
  }

  /** Updates a workload after the policy under which it was ordered has arrived or changed. */
  setSpot(workload: string, spot: boolean): void {
    const allocation = this.occupancy.allocation(workload);
    if (allocation === undefined || allocation.spot === spot || allocation.stage === 'DiskOnly') return;
    this.occupancy.allocate({ ...allocation, spot });
    this.spotVictims.enqueue(allocation.node, this.timing);
  }

  /** Releases a place that an answer took but that could not be used. A disk stays on its node. */
  release(workload: string): void {
    const before = this.occupancy.release(workload);
    const disk = this.disks.get(workload);
    if (disk !== undefined) this.occupancy.allocate(disk);
    if (before !== undefined) this.wakeAfter(before);
  }

  /** Records that the workload's machine did not start in its place, so that other nodes are tried first for a while. */
  startFailed(workload: string): void {
    const held = this.occupancy.allocation(workload);
    if (held === undefined) return;
    const { node, amounts } = held;
    this.failedStarts.add({ workload, node, amounts, at: this.timing.now });
  }

  /** Sets the storage of a placed workload, in bytes. Returns false if that much is not free. */
  grow(workload: string, storage: number): boolean {
    const held = this.occupancy.allocation(workload);
    const node = held && this.occupancy.node(held.node);
    if (held === undefined || node === undefined) return false;
    const { now } = this.timing;
    const others = this.occupancy
      .on(node.name)
      .heldDuring({ from: now, until: held.until }, now, { workload });
    if (storage > node.amounts.storage - others.storage) return false;
    this.occupancy.allocate({ ...held, amounts: { ...held.amounts, storage } });
    return true;
  }

  /** Removes a workload that is gone from the API server. */
  forget(workload: string): void {
    this.known.delete(workload);
    this.disks.delete(workload);
    this.leave(workload);
    this.release(workload);
  }

  setNode(node: NodeCapacity): void {
    this.occupancy.setNode(node);
    this.wakeBoundTo(node.name);
    this.wakeWhoFits(node);
    this.spotVictims.enqueue(node.name, this.timing);
  }

  removeNode(name: string): void {
    this.occupancy.removeNode(name);
    this.wakeBoundTo(name);
    this.spotVictims.enqueue(name, this.timing);
  }

  node(name: string): NodeCapacity | undefined {
    return this.occupancy.node(name);
  }

  nodesIn(region: string): NodeCapacity[] {
    return this.occupancy.candidatesIn(region).map(({ node }) => node);
  }

  /** Returns the nodes of all regions that offer the SKU, open or not. */
  nodesOffering(sku: string): NodeCapacity[] {
    return this.occupancy.candidatesOffering(sku).map(({ node }) => node);
  }

  /** Calls `react` with the name and SKUs of each node that is added, removed or changed, including in its allocation. */
  onNodeChange(react: (node: string, skus: readonly string[]) => void): void {
    this.occupancy.onChange(react);
  }

  occupancyOf(node: string): NodeOccupancy {
    return this.occupancy.on(node);
  }

  gpusOf(tenant: string): number {
    return this.occupancy.gpusOf(tenant);
  }

  /** Returns what the workload holds for its machine; a disk alone is not a place. */
  private placeOf(workload: string): Allocation | undefined {
    const held = this.occupancy.allocation(workload);
    return held?.stage === 'DiskOnly' ? undefined : held;
  }

  private find(request: PlacementRequest): Placement {
    const { workload, prefer } = request;
    const kept = this.occupancy.keptFor(workload);
    const wanted = { ...request, prefer: kept?.node ?? prefer ?? this.placeOf(workload)?.node };
    const failedOn = this.failedStarts.against(wanted, this.timing.now);
    return place({ ...wanted, failedOn }, this.occupancy.candidatesFor(request), this.timing);
  }

  /** Whether the workload already has its place or kept room on the node. */
  private isIts(node: string, { workload }: PlacementOrder): boolean {
    return [this.placeOf(workload), this.occupancy.keptFor(workload)].some((own) => own?.node === node);
  }

  private roomFor(order: PlacementOrder): Placement {
    const found = this.find(order);
    if ('refusal' in found) return found;
    if (found.awaitsSpot)
      return { refusal: noCapacity(order, this.occupancy.candidatesFor(order), this.timing) };
    const isFirst = this.isIts(found.node, order) || !this.queue.olderThatFits(order, this.timing);
    return isFirst ? found : { refusal: heldBack() };
  }

  /** Kept room is never Spot: nothing runs in it yet that could be told to leave. */
  private keepRoom({ workload, tenant, amounts, createdAt, span }: PlacementOrder, node: string): void {
    if (this.occupancy.allocation(workload)?.node === node) return;
    const room: Allocation = {
      workload,
      tenant,
      node,
      amounts,
      spot: false,
      createdAt,
      stage: 'Assumed',
      ...span,
    };
    if (isDeepStrictEqual(this.occupancy.keptFor(workload), room)) return;
    this.forgo(workload);
    this.occupancy.keep(room);
    this.spotVictims.enqueue(node, this.timing);
  }

  private forgo(workload: string): void {
    const kept = this.occupancy.forgo(workload);
    if (kept !== undefined) this.wakeAfter(kept);
  }

  private take(order: PlacementOrder, found: Place): GivenPlace {
    const { workload, tenant, amounts, spot, createdAt, span, region } = order;
    const held = this.occupancy.allocation(workload);
    const stage = this.placeOf(workload)?.node === found.node ? held?.stage : 'Assumed';
    this.occupancy.allocate({ workload, tenant, node: found.node, amounts, spot, createdAt, stage, ...span });
    this.leave(workload);
    if (found.awaitsSpot) this.awaiting.add(workload, region);
    if (held !== undefined && held.node !== found.node) this.wakeAfter(held);
    this.spotVictims.enqueue(found.node, this.timing);
    return { ...found, askAgainAt: this.dueAt(order) };
  }

  /** Returns when Spot machines must get notice for a start in the future. */
  private dueAt({ span }: PlacementOrder): Date | undefined {
    const at = span.from - spotLead(this.timing);
    return at > this.timing.now ? new Date(at) : undefined;
  }

  /** Serves the older order first, unless this one already holds a place that it can keep. */
  private yieldPlace(order: PlacementOrder, before: PlacementRequest): PlacerAnswer {
    const held = this.placeOf(order.workload);
    const kept = held && this.find({ ...order, node: order.node ?? held.node });
    if (kept !== undefined && 'node' in kept) return this.take(order, kept);
    this.options.wake(before.workload);
    return this.queue.wait(order, heldBack(), this.timing, false);
  }

  private exceededQuota(order: PlacementOrder): Refusal | undefined {
    if (order.gpuQuota === undefined || order.amounts.gpus === 0) return undefined;
    const { workload } = order;
    const own = (this.occupancy.allocation(workload) ?? this.occupancy.keptFor(workload))?.amounts.gpus ?? 0;
    const used = this.occupancy.gpusOf(order.tenant) - own;
    const isWithin = used + order.amounts.gpus <= order.gpuQuota;
    return isWithin ? undefined : quotaExceeded(order.gpuQuota, used, order.amounts.gpus);
  }

  /** Wakes workloads that may get the released capacity. */
  private wakeAfter({ node: name, tenant }: Allocation): void {
    const node = this.occupancy.node(name);
    if (node !== undefined) this.wakeWhoFits(node);
    for (const workload of this.overQuota.in(tenant)) this.options.wake(workload);
    this.spotVictims.enqueue(name, this.timing);
  }

  /** Wakes workloads that may now fit on the node, or get a better place than the one they wait for. */
  private wakeWhoFits({ name, region }: NodeCapacity): void {
    this.queue.freed(name, this.timing);
    for (const workload of this.awaiting.in(region)) this.options.wake(workload);
  }

  /** Wakes the workloads that wait for this particular node. */
  private wakeBoundTo(name: string): void {
    const occupancy = this.occupancy.on(name);
    for (const { workload } of occupancy.claims()) this.options.wake(workload);
    if (occupancy.drain !== undefined) this.options.wake(occupancy.drain.workload);
  }

  /** The current time and the Spot notice. */
  get timing(): Timing {
    const { clock, spotNoticeMs } = this.options;
    return { now: clock.now().getTime(), spotNoticeMs };
  }
}

/** Whether the change has freed nothing. */
function isSame(a: Allocation, b: Allocation | undefined): boolean {
  return a.node === b?.node && a.until === b.until && fits(a.amounts, b.amounts);
}
