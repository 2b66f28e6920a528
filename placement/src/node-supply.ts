import { SHOWN_LATER } from '@gpulease/crds';
import { fits, minus, takesNew, type Amounts, type NodeCapacity } from './capacity.ts';
import type { NodeOccupancy } from './node-occupancy.ts';
import { freeNow } from './place.ts';
import { spotStay } from './spot-timing.ts';
import type { Placer } from './placer.ts';

/** How many machines fit, and how many of them on one node. */
export interface Room {
  available: number;
  /** A machine runs on one node, so an order for more than this cannot be placed. */
  largest: number;
}

/** The room from a time onward, in milliseconds since the epoch. */
export interface LaterRoom extends Room {
  from: number;
}

/** How many machines could be started. */
export interface Supply extends Room {
  /** For Spot now: no machine makes room for it, and it may stay until another machine needs the place. */
  spot: Room;
  /** Upper bound for a term that begins later: everything not held without an end. Other bookings may conflict. */
  bookable: number;
  /** The room for a term that begins later and has no end, at the first times at which it grows. */
  later: LaterRoom[];
}

/** Returns how many machines of this size fit on a node, as long as only time changes it. */
export function supplyOn(placer: Placer, node: NodeCapacity, size: Amounts): Supply {
  if (!takesNew(node)) return { ...noRoom, spot: noRoom, bookable: 0, later: [] };
  const { timing } = placer;
  const candidate = { node, occupancy: placer.occupancyOf(node.name) };
  const roomFor = (free: Amounts): Room => {
    const count = timesFitting(size, free);
    return { available: count, largest: count };
  };
  const { occupancy } = candidate;
  const now = roomFor(freeNow(candidate, false, timing));
  const roomFrom = (from: number) =>
    roomFor(minus(node.amounts, occupancy.heldDuring({ from }, timing.now, { spot: true })));
  return {
    ...now,
    spot: roomFor(freeNow(candidate, true, timing)),
    bookable: roomFor(minus(node.amounts, occupancy.heldIndefinitely({ spot: true }))).available,
    later: growth(
      now,
      endsOf(occupancy, timing.now).map((from) => ({ from, ...roomFrom(from) })),
    ),
  };
}

const noRoom: Room = { available: 0, largest: 0 };

/** Returns the ends of terms on the node, earliest first. The end of an overdue term is unknown. */
function endsOf(occupancy: NodeOccupancy, now: number): number[] {
  const ends = occupancy.withTerm().flatMap(({ spot, until = now }) => (spot || until <= now ? [] : until));
  return [...new Set(ends)].sort((a, b) => a - b);
}

/** Returns the supply of all nodes together. */
export function sumOf(supplies: readonly Supply[]): Supply {
  const now = addUp(supplies);
  return {
    ...now,
    spot: addUp(supplies.map(({ spot }) => spot)),
    bookable: supplies.reduce((sum, { bookable }) => sum + bookable, 0),
    later: growth(now, laterOf(supplies)),
  };
}

/** Returns the room of all nodes at each time at which that of one of them grows. */
function laterOf(supplies: readonly Supply[]): LaterRoom[] {
  const sum = { ...addUp(supplies) };
  const steps = supplies.flatMap(({ available, later }) =>
    later.map((step, index) => ({
      ...step,
      more: step.available - (later[index - 1]?.available ?? available),
    })),
  );
  return steps
    .sort((a, b) => a.from - b.from)
    .map(({ from, more, largest }) => {
      sum.available += more;
      sum.largest = Math.max(sum.largest, largest);
      return { from, ...sum };
    });
}

/** Returns the first steps that increase the room; of simultaneous ones, the last. No later step of a node is among all nodes' first. */
function growth(now: Room, steps: readonly LaterRoom[]): LaterRoom[] {
  const grown: LaterRoom[] = [];
  for (const step of steps) {
    if (step.available <= (grown.at(-1) ?? now).available) continue;
    if (grown.at(-1)?.from === step.from) grown.pop();
    grown.push(step);
  }
  return grown.slice(0, SHOWN_LATER);
}

function addUp(rooms: readonly Room[]): Room {
  return rooms.reduce(
    (sum, { available, largest }) => ({
      available: sum.available + available,
      largest: Math.max(sum.largest, largest),
    }),
    noRoom,
  );
}

/** Returns when time alone may change the node's supply: a booking is too close for Spot, starts or should have ended. */
export function supplyChangesAt(placer: Placer, node: NodeCapacity): Date | undefined {
  const { timing } = placer;
  const moments = placer
    .occupancyOf(node.name)
    .withTerm()
    .flatMap(({ from, until = Infinity }) => [from - spotStay(timing) + 1, from, until])
    .filter((moment) => moment > timing.now && moment < Infinity);
  return moments.length === 0 ? undefined : new Date(Math.min(...moments));
}

function timesFitting(size: Amounts, free: Amounts): number {
  if (!fits(size, free)) return 0;
  const ratios = (['cpu', 'memory', 'storage', 'gpus', 'pods'] as const)
    .filter((resource) => size[resource] > 0)
    .map((resource) => Math.floor(free[resource] / size[resource]));
  return ratios.length === 0 ? 0 : Math.min(...ratios);
}
