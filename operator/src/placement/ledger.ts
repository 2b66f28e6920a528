import type { Allocation, NodeCapacity } from './capacity.ts';
import { NodeLedger } from './node-ledger.ts';
import type { Candidate } from './place.ts';

/** Which nodes there are and who holds what on them. Answers without looking at other nodes or workloads. */
export class Ledger {
  private readonly nodes = new Map<string, NodeCapacity>();
  private readonly byRegion = new Map<string, Map<string, Candidate>>();
  private readonly byWorkload = new Map<string, Allocation>();
  private readonly byNode = new Map<string, NodeLedger>();
  private readonly gpusByTenant = new Map<string, number>();

  setNode(node: NodeCapacity): void {
    this.removeNode(node.name);
    this.nodes.set(node.name, node);
    const candidate = { node, ledger: this.on(node.name) };
    entry(this.byRegion, node.region, () => new Map<string, Candidate>()).set(node.name, candidate);
  }

  removeNode(name: string): void {
    const before = this.nodes.get(name);
    if (before === undefined) return;
    this.nodes.delete(name);
    this.byRegion.get(before.region)?.delete(name);
  }

  node(name: string): NodeCapacity | undefined {
    return this.nodes.get(name);
  }

  candidatesIn(region: string): Candidate[] {
    return [...(this.byRegion.get(region)?.values() ?? [])];
  }

  /** Replaces whatever the workload held before. */
  allocate(allocation: Allocation): void {
    this.release(allocation.workload);
    this.byWorkload.set(allocation.workload, allocation);
    this.on(allocation.node).add(allocation);
    this.countGpus(allocation.tenant, allocation.amounts.gpus);
  }

  /** Returns what the workload held. */
  release(workload: string): Allocation | undefined {
    const before = this.byWorkload.get(workload);
    if (before === undefined) return undefined;
    this.byWorkload.delete(workload);
    this.on(before.node).remove(workload);
    this.countGpus(before.tenant, -before.amounts.gpus);
    return before;
  }

  allocation(workload: string): Allocation | undefined {
    return this.byWorkload.get(workload);
  }

  /** Who holds what on the node, whether it is known or not. */
  on(node: string): NodeLedger {
    return entry(this.byNode, node, () => new NodeLedger());
  }

  /** GPUs all workloads of the tenant hold or have booked. */
  gpusOf(tenant: string): number {
    return this.gpusByTenant.get(tenant) ?? 0;
  }

  private countGpus(tenant: string, change: number): void {
    this.gpusByTenant.set(tenant, this.gpusOf(tenant) + change);
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
