import { fits, minus, shortfall } from './capacity.ts';
import type { Allocation, Amounts, NodeCapacity, Span } from './capacity.ts';
import type { NodeLedger } from './node-ledger.ts';
import { chooseVictims, spotLead, spotStay } from './spot.ts';
import type { Timing } from './spot.ts';

/** What a workload needs of a node. */
export interface PlacementRequest {
  /** The workload's key. */
  workload: string;
  region: string;
  sku: string;
  architecture: string;
  gpuModel?: string | undefined;
  /** What customers call that which may be short, such as "A100 80 GB". */
  what: string;
  amounts: Amounts;
  /** The time it needs the place for. Spot looks only a little ahead: it may be interrupted later. */
  span: Span;
  spot: boolean;
  /** The only node that will do: the admin chose it, or the disk lies there. */
  node?: string | undefined;
  /** The node it holds already, kept when it still fits. */
  prefer?: string | undefined;
  /** When a start failed of which this one may be the next, by node, in milliseconds since the epoch. */
  failedOn?: ReadonlyMap<string, number> | undefined;
}

/** A node and who holds what on it. */
export interface Candidate {
  node: NodeCapacity;
  ledger: NodeLedger;
}

export type RefusalReason =
  'NoSuchNode' | 'NodeUnsuitable' | 'SKUNotOffered' | 'ArchitectureNotOffered' | 'NoCapacity';

export interface Refusal {
  reason: RefusalReason;
  /** One sentence a customer understands. */
  message: string;
}

/** A node; with `awaitsSpot` the place is given, but Spot machines have to leave it first. */
export interface Place {
  node: string;
  awaitsSpot: boolean;
}

export type Placement = Place | { refusal: Refusal };

/** A node that would do. */
interface Option extends Place {
  /** Who would have to be interrupted. */
  victims: Allocation[];
  rest: Amounts;
}

/** The best node for the request among the region's nodes, or why there is none. */
export function place(request: PlacementRequest, candidates: Candidate[], timing: Timing): Placement {
  const refusal = unsuitable(request, candidates);
  if (refusal !== undefined) return { refusal };
  const [best] = candidates
    .filter(({ node }) => isOpen(request, node))
    .flatMap((candidate) => option(request, candidate, timing) ?? [])
    .sort(byPreference(request));
  if (best === undefined) return { refusal: noCapacity(request, candidates, timing) };
  return { node: best.node, awaitsSpot: best.awaitsSpot };
}

/**
 * Nodes first on which no start has failed lately, then those where it was longest ago. Then room that is free already,
 * the place it has, and the fewest victims; and large holes are kept whole.
 */
function byPreference({ prefer: preferred, failedOn }: PlacementRequest): (a: Option, b: Option) => number {
  const failedAt = ({ node }: Option): number => failedOn?.get(node) ?? 0;
  return (a, b) =>
    failedAt(a) - failedAt(b) ||
    Number(a.awaitsSpot) - Number(b.awaitsSpot) ||
    Number(b.node === preferred) - Number(a.node === preferred) ||
    a.victims.length - b.victims.length ||
    newestOf(b) - newestOf(a) ||
    a.rest.gpus - b.rest.gpus ||
    a.rest.cpu - b.rest.cpu ||
    (a.node < b.node ? -1 : 1);
}

function newestOf({ victims }: Option): number {
  return Math.max(0, ...victims.map(({ createdAt }) => createdAt));
}

function option(request: PlacementRequest, candidate: Candidate, timing: Timing): Option | undefined {
  const { node, ledger } = candidate;
  const { now } = timing;
  const span = spanNeeded(request, timing);
  const { workload, amounts, spot } = request;
  const free = minus(node.amounts, ledger.heldDuring(span, now, { workload }));
  const roomy = { node: node.name, awaitsSpot: false, victims: [] };
  if (fits(amounts, free)) return { ...roomy, rest: minus(free, amounts) };
  if (spot) return undefined;
  const firmlyFree = minus(node.amounts, ledger.heldDuring(span, now, { workload, spot: true }));
  if (!fits(amounts, firmlyFree)) return undefined;
  const rest = minus(firmlyFree, amounts);
  // Who runs there until then learns of it in time.
  if (span.from > now + spotLead(timing)) return { ...roomy, rest };
  const others = ledger.allocations().filter((one) => one.spot);
  const victims = chooseVictims(shortfall(amounts, free), others) ?? [];
  return { node: node.name, awaitsSpot: true, rest, victims: victims.filter(isNew) };
}

/**
 * What a machine that starts now finds free on the node: Spot what nobody else holds, for a while; any other what is
 * not held firmly, for as long as it likes, since Spot makes room for it.
 */
export function freeNow({ node, ledger }: Candidate, spot: boolean, timing: Timing): Amounts {
  const span = spanNeeded({ span: { from: timing.now }, spot }, timing);
  return minus(node.amounts, ledger.heldDuring(span, timing.now, { spot: !spot }));
}

function isNew({ stage }: Allocation): boolean {
  return stage !== 'Noticed';
}

/** A Spot machine takes a place only where it can stay for a while, else it would come and go. */
function spanNeeded({ span, spot }: Pick<PlacementRequest, 'span' | 'spot'>, timing: Timing): Span {
  const from = Math.max(span.from, timing.now);
  return spot ? { from, until: from + spotStay(timing) } : { from, until: span.until };
}

/** What no amount of waiting for others to leave would change. */
function unsuitable(request: PlacementRequest, candidates: Candidate[]): Refusal | undefined {
  if (request.node !== undefined) return unsuitableNode(request, candidates);
  const offering = candidates.filter(({ node }) => node.skus.includes(request.sku));
  if (offering.length === 0) {
    return { reason: 'SKUNotOffered', message: `No node in ${request.region} offers ${request.sku}.` };
  }
  if (!offering.some(({ node }) => node.architecture === request.architecture)) {
    return {
      reason: 'ArchitectureNotOffered',
      message: `No node in ${request.region} that offers ${request.sku} can run an image for ${request.architecture}.`,
    };
  }
  return undefined;
}

function unsuitableNode(request: PlacementRequest, candidates: Candidate[]): Refusal | undefined {
  const chosen = candidates.find(({ node }) => node.name === request.node)?.node;
  if (chosen === undefined) {
    return { reason: 'NoSuchNode', message: `There is no node ${request.node ?? ''} in ${request.region}.` };
  }
  const why = mismatch(request, chosen) ?? chosen.closed;
  return why === undefined ? undefined : { reason: 'NodeUnsuitable', message: `Node ${chosen.name} ${why}.` };
}

/** Why the node can never run the request, to be read after its name; undefined when it could. */
function mismatch(request: PlacementRequest, node: NodeCapacity): string | undefined {
  if (!node.skus.includes(request.sku)) return `does not offer ${request.sku}`;
  if (node.architecture !== request.architecture) return `cannot run an image for ${request.architecture}`;
  if (request.amounts.gpus > 0 && node.gpuModel !== request.gpuModel) return `has no ${request.what}`;
  return undefined;
}

function isOpen(request: PlacementRequest, node: NodeCapacity): boolean {
  if (request.node !== undefined && request.node !== node.name) return false;
  return node.closed === undefined && mismatch(request, node) === undefined;
}

function noCapacity(request: PlacementRequest, candidates: Candidate[], { now }: Timing): Refusal {
  const { what } = request;
  const where = request.node === undefined ? request.region : `node ${request.node}`;
  const open = candidates.filter(({ node }) => isOpen(request, node));
  if (open.length === 0) {
    return {
      reason: 'NoCapacity',
      message: `All nodes with ${what} in ${where} are out of service for the moment.`,
    };
  }
  const bookings = upcoming(request, open, now);
  const booked = bookings.length === 0 ? '' : `; ${reservedWords(bookings)}`;
  return {
    reason: 'NoCapacity',
    message: `There is not enough free ${what} in ${where}${booked}. Your machine starts as soon as there is.`,
  };
}

function upcoming({ workload }: PlacementRequest, candidates: Candidate[], now: number): Allocation[] {
  return candidates
    .flatMap(({ ledger }) => ledger.withTerm())
    .filter((term) => (term.until ?? now) > now && term.workload !== workload);
}

/** For example "2 are reserved until 2026-01-01 14:00 UTC". */
function reservedWords(bookings: Allocation[]): string {
  const gpus = bookings.reduce((sum, { amounts }) => sum + amounts.gpus, 0);
  const until = Math.min(...bookings.map((booking) => booking.until ?? Infinity));
  const count = gpus > 0 ? gpus : bookings.length;
  const time = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return `${count} ${count === 1 ? 'is' : 'are'} reserved until ${time} UTC`;
}
