import { freedBy, isEmpty, minus, NO_AMOUNTS, peakDuring, plus, shortfall } from './capacity.ts';
import type { Allocation, Amounts, NodeCapacity } from './capacity.ts';
import type { Occupancy } from './occupancy.ts';
import type { NodeOccupancy } from './node-occupancy.ts';
import { spotLead, type Timing } from './spot-timing.ts';

/** Determines which Spot machines must leave their nodes. */
export class SpotVictims {
  private readonly occupancy: Occupancy;
  private readonly wake: (workload: string) => void;
  /** The last known victims, by node. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(occupancy: Occupancy, wake: (workload: string) => void) {
    this.occupancy = occupancy;
    this.wake = wake;
  }

  on(name: string, timing: Timing): ReadonlySet<string> {
    const node = this.occupancy.node(name);
    return node === undefined ? new Set() : whoMustYield(node, this.occupancy.on(name), timing);
  }

  /** Wakes the machines that must leave the node now, and those that no longer must. */
  enqueue(node: string, timing: Timing): void {
    const before = this.known.get(node) ?? new Set<string>();
    const now = this.on(node, timing);
    if (now.size === 0) this.known.delete(node);
    else this.known.set(node, now);
    for (const workload of now) if (!before.has(workload)) this.wake(workload);
    for (const workload of before) if (!now.has(workload)) this.wake(workload);
  }
}

/**
 * Returns which machines must leave the node for written claims that are due within the lead. It depends only on the
 * occupancy, so that the next leader gets the same result, and no machine must leave once the claim is gone.
 */
function whoMustYield(node: NodeCapacity, occupancy: NodeOccupancy, timing: Timing): ReadonlySet<string> {
  const { now } = timing;
  const span = { from: now, until: now + spotLead(timing) + 1 };
  const due = occupancy.claims().filter(({ from }) => from < span.until);
  if (due.length === 0 || node.closed !== undefined) return nobody;
  const written = occupancy.allocations().filter(({ stage }) => stage !== 'Assumed');
  const spot = written.filter((allocation) => allocation.spot);
  const claimed = due.reduce((sum, { amounts }) => plus(sum, amounts), NO_AMOUNTS);
  const held = minus(peakDuring(written, span, now), claimed);
  const victims = chooseVictims(shortfall(claimed, minus(node.amounts, held)), spot) ?? [];
  return new Set(victims.map(({ workload }) => workload));
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Returns the Spot machines that must leave to free `needed`: those with notice before others, the fewest, the newest
 * first. Machines that are already leaving need no notice. Undefined if all of them together are not enough.
 */
export function chooseVictims(needed: Amounts, machines: readonly Allocation[]): Allocation[] | undefined {
  const spot = machines.map((machine) => ({ ...machine, amounts: freedBy(machine) }));
  const leaving = spot.filter(({ stage }) => stage === 'Leaving');
  const noticed = spot.filter(({ stage }) => stage === 'Noticed');
  const rest = spot.filter(({ stage }) => stage !== 'Leaving' && stage !== 'Noticed');
  const missing = shortfall(needed, amountsOf(leaving));
  const told = fewest(missing, noticed);
  const others = fewest(shortfall(missing, amountsOf(told)), rest);
  const victims = withoutSpare(missing, [...told, ...others]);
  return isEmpty(shortfall(missing, amountsOf(victims))) ? victims : undefined;
}

/** Repeatedly takes the machine that frees most of what is missing; exact if only one resource is short. */
function fewest(needed: Amounts, spot: readonly Allocation[]): Allocation[] {
  const left = [...spot].sort((a, b) => b.createdAt - a.createdAt || (a.workload < b.workload ? 1 : -1));
  const chosen: Allocation[] = [];
  let missing = needed;
  while (!isEmpty(missing) && left.length > 0) {
    const share = left.map(({ amounts }) => shareOf(missing, amounts));
    const [victim] = left.splice(share.indexOf(Math.max(...share)), 1);
    if (victim === undefined || shareOf(missing, victim.amounts) === 0) break;
    chosen.push(victim);
    missing = shortfall(missing, victim.amounts);
  }
  return chosen;
}

/** Returns the sum of the shares of the missing resources that the amounts cover, each at most 1. */
function shareOf(missing: Amounts, amounts: Amounts): number {
  return (['cpu', 'memory', 'storage', 'gpus', 'pods'] as const)
    .filter((resource) => missing[resource] > 0)
    .reduce((sum, resource) => sum + Math.min(amounts[resource] / missing[resource], 1), 0);
}

/** Drops smaller victims that a larger one chosen later makes unnecessary. */
function withoutSpare(needed: Amounts, victims: readonly Allocation[]): Allocation[] {
  return victims.toReversed().reduce<Allocation[]>(
    (kept, victim) => {
      const others = kept.filter((other) => other !== victim);
      return isEmpty(shortfall(needed, amountsOf(others))) ? others : kept;
    },
    [...victims],
  );
}

function amountsOf(allocations: readonly Allocation[]): Amounts {
  return allocations.reduce((sum, { amounts }) => plus(sum, amounts), NO_AMOUNTS);
}
