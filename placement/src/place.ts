import { fits, minus, NO_AMOUNTS, overlaps, shortfall } from './capacity.ts';
import type { Allocation, Amounts, Span } from './capacity.ts';
import { isOpen, noCapacity, unsuitable, type Refusal } from './refusal.ts';
import { isOlder, type Candidate, type PlacementRequest } from './request.ts';
import { spotLead, spotStay, type Timing } from './spot-timing.ts';
import { chooseVictims } from './spot-victims.ts';

/** A node; with `awaitsSpot`, the place is assigned but Spot machines must leave it first. */
export interface Place {
  node: string;
  awaitsSpot: boolean;
}

export type Placement = Place | { refusal: Refusal };

/** A node that suits the request. */
interface Option extends Place {
  /** Machines that would have to be interrupted. */
  victims: Allocation[];
  /** The node is away during the span of the request. */
  isStopped: boolean;
  rest: Amounts;
  troubles: number;
}

/** Returns the best candidate for the request, or why there is none. Candidates are nodes of its region that offer its SKU. */
export function place(
  request: PlacementRequest,
  candidates: readonly Candidate[],
  timing: Timing,
): Placement {
  const best = bestPlace(request, candidates, timing);
  if (best !== undefined) return best;
  const open = openTo(request, candidates);
  return { refusal: unsuitable(request, candidates) ?? noCapacity(request, open, timing) };
}

/** Returns the best candidate for the request, if any is suitable. */
export function bestPlace(
  request: PlacementRequest,
  candidates: readonly Candidate[],
  timing: Timing,
): Place | undefined {
  const best = bestOf(request, openTo(request, candidates), timing);
  return best && { node: best.node, awaitsSpot: best.awaitsSpot };
}

function openTo(request: PlacementRequest, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ node }) => isOpen(request, node));
}

/** Interrupting Spot machines is considered only if no node without a failed start has room. */
function bestOf(request: PlacementRequest, open: readonly Candidate[], timing: Timing): Option | undefined {
  const compare = byPreference(request);
  const better = (a: Option | undefined, b: Option | undefined): Option | undefined => {
    if (a === undefined || b === undefined) return a ?? b;
    return compare(a, b) <= 0 ? a : b;
  };
  const best = (option: (candidate: Candidate) => Option | undefined): Option | undefined =>
    open.reduce<Option | undefined>((found, candidate) => better(found, option(candidate)), undefined);
  const free = best((candidate) => freeOption(request, candidate, timing));
  if (request.spot || (free !== undefined && failedAt(request, free) === 0)) return free;
  return better(
    free,
    best((candidate) => spotOption(request, candidate, timing)),
  );
}

/**
 * Prefers nodes without a recent failed start, then those where it was longest ago. Then room that is already free, the
 * current place, a node that stays, the fewest and newest victims, the least room left over, and the most reliable node.
 */
function byPreference(request: PlacementRequest): (a: Option, b: Option) => number {
  const smallestFirst: ((option: Option) => number)[] = [
    (option) => failedAt(request, option),
    ({ awaitsSpot }) => Number(awaitsSpot),
    ({ node }) => Number(node !== request.prefer),
    ({ isStopped }) => Number(isStopped),
    ({ victims }) => victims.length,
    (option) => -newestOf(option),
    ({ rest }) => rest.gpus,
    ({ rest }) => rest.cpu,
    ({ troubles }) => troubles,
  ];
  return (a, b) => {
    for (const measure of smallestFirst) {
      const difference = measure(a) - measure(b);
      if (difference !== 0) return difference;
    }
    return a.node < b.node ? -1 : 1;
  };
}

function failedAt({ failedOn }: PlacementRequest, { node }: Option): number {
  return failedOn?.get(node) ?? 0;
}

function newestOf({ victims }: Option): number {
  return Math.max(0, ...victims.map(({ createdAt }) => createdAt));
}

/** Returns the node as it is, or without Spot machines if they have enough time to leave before the request begins. */
function freeOption(request: PlacementRequest, candidate: Candidate, timing: Timing): Option | undefined {
  const { name, troubles = 0 } = candidate.node;
  const isLater = request.span.from > timing.now + spotLead(timing) && !request.spot;
  const free = freeFor(request, candidate, { timing, withoutSpot: isLater });
  if (!fits(request.amounts, free)) return undefined;
  return {
    ...{ node: name, awaitsSpot: false, victims: [], rest: minus(free, request.amounts), troubles },
    isStopped: isStoppedOn(candidate, request, timing),
  };
}

/** Returns the node with some of its Spot machines gone. */
function spotOption(request: PlacementRequest, candidate: Candidate, timing: Timing): Option | undefined {
  const { node, occupancy } = candidate;
  const { amounts } = request;
  const spot = occupancy.spot();
  if (spot.length === 0) return undefined;
  const free = freeFor(request, candidate, { timing, withoutSpot: false });
  const firmlyFree = freeFor(request, candidate, { timing, withoutSpot: true });
  if (fits(amounts, free) || !fits(amounts, firmlyFree)) return undefined;
  const victims = (chooseVictims(shortfall(amounts, free), spot) ?? []).filter(
    ({ stage }) => stage !== 'Noticed',
  );
  const rest = minus(firmlyFree, amounts);
  const { name, troubles = 0 } = node;
  const isStopped = isStoppedOn(candidate, request, timing);
  return { node: name, awaitsSpot: true, rest, victims, troubles, isStopped };
}

function isStoppedOn({ node }: Candidate, request: PlacementRequest, timing: Timing): boolean {
  return node.away !== undefined && overlaps(node.away, spanNeeded(request, timing));
}

type Asking = Pick<PlacementRequest, 'workload' | 'createdAt' | 'span' | 'spot' | 'prefer'>;

/**
 * Returns the capacity for the request, without what others hold or what a drain reserves for an older order. `withoutSpot`
 * ignores Spot machines.
 */
export function freeFor(
  request: Asking,
  candidate: Candidate,
  { timing, withoutSpot }: { timing: Timing; withoutSpot: boolean },
): Amounts {
  const span = spanNeeded(request, timing);
  const { workload } = request;
  const held = candidate.occupancy.heldDuring(span, timing.now, { workload, spot: withoutSpot });
  return minus(minus(candidate.node.amounts, held), drainedFor(request, candidate, timing));
}

/** Returns what a drain reserves. Spot machines may use drained nodes, because they leave when asked; placed machines stay. */
function drainedFor(request: Asking, { node, occupancy }: Candidate, timing: Timing): Amounts {
  const { drain } = occupancy;
  if (drain === undefined || request.spot || request.prefer === node.name) return NO_AMOUNTS;
  if (timing.now >= drain.until || !isOlder(drain, request)) return NO_AMOUNTS;
  return overlaps(drain.span, spanNeeded(request, timing)) ? drain.amounts : NO_AMOUNTS;
}

/**
 * Returns what a new order that starts now finds free on the node: for Spot, what no other holds for a while; for any
 * other, what is not held firmly without an end, because Spot makes room for it.
 */
export function freeNow(candidate: Candidate, spot: boolean, timing: Timing): Amounts {
  const anybody = { workload: '', createdAt: Infinity, span: { from: timing.now }, spot };
  return freeFor(anybody, candidate, { timing, withoutSpot: !spot });
}

/** A Spot machine takes a place only if it can stay for a while, so that it does not start and stop repeatedly. */
function spanNeeded({ span, spot }: Pick<PlacementRequest, 'span' | 'spot'>, timing: Timing): Span {
  const from = Math.max(span.from, timing.now);
  return spot ? { from, until: from + spotStay(timing) } : { from, until: span.until };
}
