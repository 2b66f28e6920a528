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

/** A place for machines, as far as placement is concerned. */
export interface NodeCapacity {
  name: string;
  region: string;
  /** Why no machine may be placed here now, in words; absent when one may. */
  closed?: string | undefined;
  /** Failed starts and faults of late, per GPU and month; absent: none. */
  troubles?: number | undefined;
  /** Why it gets no new machines, in words. Those that are bound to it or have their place there may start there. */
  avoided?: string | undefined;
  /** A time ahead for which its machines will be stopped. */
  away?: Span | undefined;
  skus: readonly string[];
  architecture: string;
  gpuModel?: string | undefined;
  /** What machines can have there now. */
  amounts: Amounts;
  /** The total capacity of a healthy node; more will never be available. */
  declared: Amounts;
}

/** Whether a machine that may run anywhere can be placed on the node. */
export function takesNew({ closed, avoided }: NodeCapacity): boolean {
  return closed === undefined && avoided === undefined;
}

/**
 * How an allocation is used; absent: by a machine that goes on.
 * - Assumed: an answer has given it, and nobody has written it down yet.
 * - Claimed: its workload waits for its time, or for Spot machines to leave.
 * - Noticed: its machine has been told when it will be stopped.
 * - Leaving: its machine is on its way out.
 * - DiskOnly: it is no place; the workload has none, and its disk lies there.
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
  /** The disk lies on the node, and stays there when the machine goes. */
  diskStays?: boolean | undefined;
}

/** The capacity that is freed when the machine is gone. */
export function freedBy({ amounts, diskStays }: Allocation): Amounts {
  return diskStays === true ? { ...amounts, storage: 0 } : amounts;
}

export const nothing: Amounts = { cpu: 0, memory: 0, storage: 0, gpus: 0, pods: 0 };

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

/** The smaller of each amount. */
export function least(a: Amounts, b: Amounts): Amounts {
  return {
    cpu: Math.min(a.cpu, b.cpu),
    memory: Math.min(a.memory, b.memory),
    storage: Math.min(a.storage, b.storage),
    gpus: Math.min(a.gpus, b.gpus),
    pods: Math.min(a.pods, b.pods),
  };
}

/** The larger of each amount. */
export function most(a: Amounts, b: Amounts): Amounts {
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

/** The missing amounts of the wanted resources. */
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

/** The most that is held at one moment of the span, whatever the allocations' order in time. */
export function peakDuring(allocations: readonly Allocation[], span: Span, now: number): Amounts {
  const taken = allocations.filter((allocation) => overlaps(actualSpan(allocation, now), span));
  // Use only grows when an allocation begins, so its peak lies at the span's start or at one of those moments.
  const moments = [span.from, ...taken.map(({ from }) => from).filter((from) => from > span.from)];
  return moments.map((moment) => heldAt(taken, moment, now)).reduce(most, nothing);
}

function heldAt(allocations: readonly Allocation[], moment: number, now: number): Amounts {
  return allocations
    .filter((allocation) => overlaps(actualSpan(allocation, now), { from: moment, until: moment + 1 }))
    .reduce((sum, { amounts }) => plus(sum, amounts), nothing);
}

/** A running machine counts now, whatever its term says, because it takes time to stop. */
function actualSpan({ from, until }: Allocation, now: number): Span {
  return { from, until: until === undefined ? undefined : Math.max(until, now + 1) };
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < (b.until ?? Infinity) && b.from < (a.until ?? Infinity);
}
