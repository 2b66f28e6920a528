/** Amounts of what a node offers and a machine takes: CPU in millicores, memory and storage in bytes. A machine is one pod. */
export interface Amounts {
  cpu: number;
  memory: number;
  storage: number;
  gpus: number;
  pods: number;
}

/** A span of time in milliseconds since the epoch; without `until` it is open-ended. */
export interface Span {
  from: number;
  until?: number | undefined;
}

/** A node as placement sees it. */
export interface NodeCapacity {
  name: string;
  region: string;
  /** Why no machine may be placed on the node now, as text; absent if one may. */
  closed?: string | undefined;
  /** Recent failed starts and faults, per GPU and month; absent if none. */
  troubles?: number | undefined;
  /** Why it gets no new machines, as text. Machines that are bound to it or already placed on it may start. */
  avoided?: string | undefined;
  /** A future span during which its machines are stopped. */
  away?: Span | undefined;
  skus: readonly string[];
  architecture: string;
  gpuModel?: string | undefined;
  /** What machines can use on the node now. */
  amounts: Amounts;
  /** The total capacity of a healthy node; more will never be available. */
  declared: Amounts;
}

/** Whether a machine that may run anywhere can be placed on the node. */
export function takesNew({ closed, avoided }: NodeCapacity): boolean {
  return closed === undefined && avoided === undefined;
}

/**
 * How an allocation is used; absent for a machine that keeps running.
 * - Assumed: an answer has assigned it, but no status records it yet.
 * - Claimed: its workload waits for its start time, or for Spot machines to leave.
 * - Noticed: its machine has been given notice of its stop.
 * - Leaving: its machine is being stopped.
 * - DiskOnly: it is not a place; the workload has none, and only its disk is on the node.
 */
export type AllocationStage = 'Assumed' | 'Claimed' | 'Noticed' | 'Leaving' | 'DiskOnly';

/** What one workload holds on one node, now or (booked) later. */
export interface Allocation extends Span {
  /** The workload's key. */
  workload: string;
  /** The namespace of the workload's tenant. */
  tenant: string;
  node: string;
  amounts: Amounts;
  spot: boolean;
  /** When the workload was created, in milliseconds since the epoch. */
  createdAt: number;
  stage?: AllocationStage | undefined;
  /** The disk is on the node and stays there when the machine is gone. */
  diskStays?: boolean | undefined;
}

/** Returns the capacity that is freed when the machine is gone. */
export function freedBy({ amounts, diskStays }: Allocation): Amounts {
  return diskStays === true ? { ...amounts, storage: 0 } : amounts;
}

export const NO_AMOUNTS: Amounts = { cpu: 0, memory: 0, storage: 0, gpus: 0, pods: 0 };

export function plus(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: a.cpu + b.cpu,
    memory: a.memory + b.memory,
    storage: a.storage + b.storage,
    gpus: a.gpus + b.gpus,
    pods: a.pods + b.pods,
  };
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: a.cpu - b.cpu,
    memory: a.memory - b.memory,
    storage: a.storage - b.storage,
    gpus: a.gpus - b.gpus,
    pods: a.pods - b.pods,
  };
}

/** Returns the smaller of each amount. */
export function least(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: Math.min(a.cpu, b.cpu),
    memory: Math.min(a.memory, b.memory),
    storage: Math.min(a.storage, b.storage),
    gpus: Math.min(a.gpus, b.gpus),
    pods: Math.min(a.pods, b.pods),
  };
}

/** Returns the larger of each amount. */
export function maxOf(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: Math.max(a.cpu, b.cpu),
    memory: Math.max(a.memory, b.memory),
    storage: Math.max(a.storage, b.storage),
    gpus: Math.max(a.gpus, b.gpus),
    pods: Math.max(a.pods, b.pods),
  };
}

/** Whether there is enough of every wanted resource. */
export function fits(wanted: Amounts, free: Amounts): boolean {
  return isEmpty(shortfall(wanted, free));
}

/** Returns the missing amounts of the wanted resources. */
export function shortfall(wanted: Amounts, free: Amounts): Amounts {
  const lacking = (resource: keyof Amounts): number =>
    wanted[resource] > 0 ? Math.max(wanted[resource] - free[resource], 0) : 0;
  return {
    cpu: lacking('cpu'),
    memory: lacking('memory'),
    storage: lacking('storage'),
    gpus: lacking('gpus'),
    pods: lacking('pods'),
  };
}

export function isEmpty(amounts: Amounts): boolean {
  return Object.values(amounts).every((amount) => amount === 0);
}

/** Returns the most that is held of each resource at any moment of the span. */
export function peakDuring(allocations: readonly Allocation[], span: Span, now: number): Amounts {
  const taken = allocations.filter((allocation) => overlaps(actualSpan(allocation, now), span));
  // Use only grows when an allocation begins, so its peak lies at the span's start or at one of those moments.
  const moments = [span.from, ...taken.map(({ from }) => from).filter((from) => from > span.from)];
  return moments.map((moment) => heldAt(taken, moment, now)).reduce(maxOf, NO_AMOUNTS);
}

function heldAt(allocations: readonly Allocation[], moment: number, now: number): Amounts {
  return allocations
    .filter((allocation) => overlaps(actualSpan(allocation, now), { from: moment, until: moment + 1 }))
    .reduce((sum, { amounts }) => plus(sum, amounts), NO_AMOUNTS);
}

/** A running machine counts now, whatever its term says, because it takes time to stop. */
function actualSpan({ from, until }: Allocation, now: number): Span {
  return { from, until: until === undefined ? undefined : Math.max(until, now + 1) };
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < (b.until ?? Infinity) && b.from < (a.until ?? Infinity);
}
