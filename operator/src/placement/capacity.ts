/** Amounts of what a node offers and a machine takes: CPU in millicores, memory and storage in bytes. */
export interface Amounts {
  cpu: number;
  memory: number;
  storage: number;
  gpus: number;
}

/** A span of time in milliseconds since the epoch; without `until` it is open-ended. */
export interface Span {
  from: number;
  until?: number | undefined;
}

/** A place for machines, as far as placement is concerned. */
export interface NodeCapacity {
  name: string;
  region: string;
  /** Why no machine may be placed here now, in words; absent when one may. */
  closed?: string | undefined;
  skus: readonly string[];
  architecture: string;
  gpuModel?: string | undefined;
  amounts: Amounts;
}

/** What one workload holds on one node, now or (booked) later. */
export interface Allocation extends Span {
  /** The workload's uid. */
  workload: string;
  /** The namespace of the workload's tenant. */
  tenant: string;
  node: string;
  amounts: Amounts;
  spot: boolean;
  /** When the workload was created, in milliseconds since the epoch. */
  createdAt: number;
}

export const nothing: Amounts = { cpu: 0, memory: 0, storage: 0, gpus: 0 };

export function plus(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: a.cpu + b.cpu,
    memory: a.memory + b.memory,
    storage: a.storage + b.storage,
    gpus: a.gpus + b.gpus,
  };
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: a.cpu - b.cpu,
    memory: a.memory - b.memory,
    storage: a.storage - b.storage,
    gpus: a.gpus - b.gpus,
  };
}

export function times(a: Amounts, factor: number): Amounts {
  return {
    cpu: a.cpu * factor,
    memory: a.memory * factor,
    storage: a.storage * factor,
    gpus: a.gpus * factor,
  };
}

/** The smaller of each amount. */
export function least(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: Math.min(a.cpu, b.cpu),
    memory: Math.min(a.memory, b.memory),
    storage: Math.min(a.storage, b.storage),
    gpus: Math.min(a.gpus, b.gpus),
  };
}

function most(a: Amounts, b: Amounts): Amounts {
  return times(least(times(a, -1), times(b, -1)), -1);
}

export function fits(wanted: Amounts, free: Amounts): boolean {
  return (
    wanted.cpu <= free.cpu &&
    wanted.memory <= free.memory &&
    wanted.storage <= free.storage &&
    wanted.gpus <= free.gpus
  );
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < (b.until ?? Infinity) && b.from < (a.until ?? Infinity);
}

/** What stays free of `amounts` during the whole span, whatever the allocations' order in time. */
export function freeDuring(amounts: Amounts, allocations: Iterable<Allocation>, span: Span): Amounts {
  const taken = [...allocations].filter((allocation) => overlaps(allocation, span));
  // Use only grows when an allocation begins, so its peak lies at the span's start or at one of those moments.
  const moments = [span.from, ...taken.map(({ from }) => from).filter((from) => from > span.from)];
  const peak = moments.map((moment) => usedAt(taken, moment)).reduce(most, nothing);
  return minus(amounts, peak);
}

function usedAt(allocations: Allocation[], moment: number): Amounts {
  return allocations
    .filter(({ from, until }) => from <= moment && moment < (until ?? Infinity))
    .reduce((sum, { amounts }) => plus(sum, amounts), nothing);
}

/** Which nodes there are and who holds what on them. Answers without looking at other nodes or workloads. */
export class Capacity {
  private readonly nodes = new Map<string, NodeCapacity>();
  private readonly byRegion = new Map<string, Set<string>>();
  private readonly byWorkload = new Map<string, Allocation>();
  private readonly byNode = new Map<string, Map<string, Allocation>>();
  private readonly gpusByTenant = new Map<string, number>();

  setNode(node: NodeCapacity): void {
    this.removeNode(node.name);
    this.nodes.set(node.name, node);
    entry(this.byRegion, node.region, () => new Set<string>()).add(node.name);
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

  nodesIn(region: string): NodeCapacity[] {
    return [...(this.byRegion.get(region) ?? [])].flatMap((name) => this.nodes.get(name) ?? []);
  }

  /** Replaces whatever the workload held before. */
  allocate(allocation: Allocation): void {
    this.release(allocation.workload);
    this.byWorkload.set(allocation.workload, allocation);
    entry(this.byNode, allocation.node, () => new Map<string, Allocation>()).set(
      allocation.workload,
      allocation,
    );
    this.countGpus(allocation.tenant, allocation.amounts.gpus);
  }

  /** Returns what the workload held. */
  release(workload: string): Allocation | undefined {
    const before = this.byWorkload.get(workload);
    if (before === undefined) return undefined;
    this.byWorkload.delete(workload);
    this.byNode.get(before.node)?.delete(workload);
    this.countGpus(before.tenant, -before.amounts.gpus);
    return before;
  }

  allocation(workload: string): Allocation | undefined {
    return this.byWorkload.get(workload);
  }

  allocationsOn(node: string): Allocation[] {
    return [...(this.byNode.get(node)?.values() ?? [])];
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
