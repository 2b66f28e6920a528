import { fits, minus, nothing, plus } from './capacity.ts';
import type { Allocation, Amounts, NodeCapacity } from './capacity.ts';
import { freeNow } from './place.ts';
import type { Candidate } from './request.ts';
import type { Placer } from './placer.ts';
import { spotStay } from './spot.ts';

/** A node's amounts, as catalogue statuses tell them. */
export interface Usage {
  capacity: Amounts;
  allocated: Amounts;
  /** Never below nothing, though a node may have shrunk under what is held on it. */
  free: Amounts;
}

export function usageOf(node: NodeCapacity, allocations: readonly Allocation[]): Usage {
  return usage(
    node,
    allocations.reduce((sum, { amounts }) => plus(sum, amounts), nothing),
  );
}

function usage(node: NodeCapacity, allocated: Amounts): Usage {
  const left = minus(node.amounts, allocated);
  return {
    capacity: node.amounts,
    allocated,
    free: {
      cpu: Math.max(left.cpu, 0),
      memory: Math.max(left.memory, 0),
      storage: Math.max(left.storage, 0),
      gpus: Math.max(left.gpus, 0),
    },
  };
}

/** GPUs of one model on some nodes. Those of a node that is closed are not free. */
export function gpuUsage(placer: Placer, nodes: readonly NodeCapacity[]) {
  const sums = { total: 0, allocated: 0, free: 0 };
  for (const node of nodes) {
    const { capacity, allocated, free } = usage(node, placer.ledgerOf(node.name).allocated);
    sums.total += capacity.gpus;
    sums.allocated += allocated.gpus;
    sums.free += node.closed === undefined ? free.gpus : 0;
  }
  return sums;
}

/** How many machines could be started. */
export interface Supply {
  /** On demand now, for as long as one likes, where Spot machines make room. */
  available: number;
  /** Under Spot now, where nobody makes room, until somebody else needs the place. */
  spot: number;
  /** For a term that begins later, at the most: what nobody holds without an end. Other bookings may stand against it. */
  bookable: number;
}

/** How many machines of this size the nodes can take. */
export function supplyOf(placer: Placer, nodes: readonly NodeCapacity[], size: Amounts): Supply {
  const open = nodes
    .filter(({ closed }) => closed === undefined)
    .map((node) => ({ node, ledger: placer.ledgerOf(node.name) }));
  const howMany = (freeOn: (candidate: Candidate) => Amounts): number =>
    open.map(freeOn).reduce((sum, free) => sum + timesFitting(size, free), 0);
  return {
    available: howMany((candidate) => freeNow(candidate, false, placer.timing)),
    spot: howMany((candidate) => freeNow(candidate, true, placer.timing)),
    bookable: howMany(({ node, ledger }) => minus(node.amounts, ledger.heldForEver({ spot: true }))),
  };
}

/** When time alone may change the nodes' supply: a booking comes too near for Spot, begins or should have ended. */
export function supplyChangesAt(placer: Placer, nodes: readonly NodeCapacity[]): Date | undefined {
  const { timing } = placer;
  const moments = nodes
    .flatMap(({ name }) => placer.ledgerOf(name).withTerm())
    .flatMap(({ from, until = Infinity }) => [from - spotStay(timing) + 1, from, until])
    .filter((moment) => moment > timing.now && moment < Infinity);
  return moments.length === 0 ? undefined : new Date(Math.min(...moments));
}

function timesFitting(size: Amounts, free: Amounts): number {
  if (!fits(size, free)) return 0;
  const ratios = (['cpu', 'memory', 'storage', 'gpus'] as const)
    .filter((resource) => size[resource] > 0)
    .map((resource) => Math.floor(free[resource] / size[resource]));
  return ratios.length === 0 ? 0 : Math.min(...ratios);
}
