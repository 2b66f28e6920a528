import type { Allocation, NodeCapacity } from './capacity.ts';
import { NodeOccupancy, type DrainedFor } from './node-occupancy.ts';
import type { Candidate, PlacementRequest } from './request.ts';
import { entry } from './maps.ts';

/** Keyed by node name. */
type Candidates = Map<string, Candidate>;

/** The nodes and who holds what on them. Answers without iterating over other nodes or workloads. */
export class Occupancy {
  private readonly candidates: Candidates = new Map();
  private readonly byRegion = new Map<string, Candidates>();
  /** By region, then by SKU: the nodes that offer it, open or not. */
  private readonly bySku = new Map<string, Map<string, Candidates>>();
  private readonly byWorkload = new Map<string, Allocation>();
  private readonly kept = new Map<string, Allocation>();
  private readonly byNode = new Map<string, NodeOccupancy>();
  private readonly gpusByTenant = new Map<string, number>();
  private readonly listeners: ((node: string, skus: readonly string[]) => void)[] = [];

  /** Calls `react` with the name and SKUs of each node that is added, removed or changed, including in its allocation. */
  onChange(react: (node: string, skus: readonly string[]) => void): void {
    this.listeners.push(react);
  }

  setNode(node: NodeCapacity): void {
    this.removeNode(node.name);
    const candidate = { node, occupancy: this.on(node.name) };
    this.candidates.set(node.name, candidate);
    entry(this.byRegion, node.region, noCandidates).set(node.name, candidate);
    const skus = entry(this.bySku, node.region, () => new Map<string, Candidates>());
    for (const sku of node.skus) entry(skus, sku, noCandidates).set(node.name, candidate);
    this.changed(node.name);
  }

  removeNode(name: string): void {
    const before = this.node(name);
    if (before === undefined) return;
    this.changed(name);
    this.candidates.delete(name);
    this.byRegion.get(before.region)?.delete(name);
    for (const sku of before.skus) this.bySku.get(before.region)?.get(sku)?.delete(name);
  }

  node(name: string): NodeCapacity | undefined {
    return this.candidates.get(name)?.node;
  }

  candidate(name: string): Candidate | undefined {
    return this.candidates.get(name);
  }

  candidatesIn(region: string): Candidate[] {
    return [...(this.byRegion.get(region)?.values() ?? [])];
  }

  /** Returns the nodes of all regions that offer the SKU. */
  candidatesOffering(sku: string): Candidate[] {
    return [...this.bySku.values()].flatMap((skus) => [...(skus.get(sku)?.values() ?? [])]);
  }

  /** Returns the nodes that may serve the request, open or not: the one it is bound to, or all that offer the SKU. */
  candidatesFor({ region, sku, node }: Pick<PlacementRequest, 'region' | 'sku' | 'node'>): Candidate[] {
    if (node === undefined) return [...(this.bySku.get(region)?.get(sku)?.values() ?? [])];
    const bound = this.candidate(node);
    return bound?.node.region === region ? [bound] : [];
  }

  /** Adds an allocation, which replaces whatever the workload held before. */
  allocate(allocation: Allocation): void {
    if (this.keptFor(allocation.workload)?.node === allocation.node) this.forgo(allocation.workload);
    this.release(allocation.workload);
    this.byWorkload.set(allocation.workload, allocation);
    this.on(allocation.node).add(allocation);
    this.countGpus(allocation.tenant, allocation.amounts.gpus);
    this.changed(allocation.node);
  }

  /** Releases and returns what the workload held. */
  release(workload: string): Allocation | undefined {
    const before = this.byWorkload.get(workload);
    if (before === undefined) return undefined;
    this.byWorkload.delete(workload);
    this.on(before.node).remove(workload);
    this.countGpus(before.tenant, -before.amounts.gpus);
    this.changed(before.node);
    return before;
  }

  /** Keeps room on a second node for a workload that will move there, until it holds or forgoes that room. */
  keep(allocation: Allocation): void {
    this.forgo(allocation.workload);
    this.kept.set(allocation.workload, allocation);
    this.on(allocation.node).add(allocation);
    this.changed(allocation.node);
  }

  /** Releases and returns the room kept for the workload. */
  forgo(workload: string): Allocation | undefined {
    const before = this.keptFor(workload);
    if (before === undefined) return undefined;
    this.kept.delete(workload);
    this.on(before.node).remove(workload);
    this.changed(before.node);
    return before;
  }

  keptFor(workload: string): Allocation | undefined {
    return this.kept.get(workload);
  }

  allocation(workload: string): Allocation | undefined {
    return this.byWorkload.get(workload);
  }

  /** Sets the order for which the node is drained, or ends the drain. */
  drain(node: string, order?: DrainedFor): void {
    this.on(node).drain = order;
    this.changed(node);
  }

  /** Returns who holds what on the node, even if the node itself is unknown. */
  on(node: string): NodeOccupancy {
    return entry(this.byNode, node, () => new NodeOccupancy());
  }

  /** Returns the GPUs that all workloads of the tenant hold or have booked; those of a moving machine count once. */
  gpusOf(tenant: string): number {
    const betweenNodes = [...this.kept.values()].filter(
      (kept) => kept.tenant === tenant && !this.byWorkload.has(kept.workload),
    );
    return betweenNodes.reduce((sum, { amounts }) => sum + amounts.gpus, this.gpusByTenant.get(tenant) ?? 0);
  }

  private countGpus(tenant: string, change: number): void {
    this.gpusByTenant.set(tenant, (this.gpusByTenant.get(tenant) ?? 0) + change);
  }

  private changed(node: string): void {
    const skus = this.node(node)?.skus ?? [];
    for (const react of this.listeners) react(node, skus);
  }
}

function noCandidates(): Candidates {
  return new Map();
}
