import { fits, freeDuring, minus } from './capacity.ts';
import type { Allocation, Amounts, NodeCapacity, Span } from './capacity.ts';

/** What a workload needs of a node. */
export interface PlacementRequest {
  /** The workload's uid. */
  workload: string;
  region: string;
  sku: string;
  architecture: string;
  gpuModel?: string | undefined;
  /** What customers call that which may be short, such as "A100 80 GB". */
  what: string;
  amounts: Amounts;
  /** The time it needs the place for. Spot looks at this moment only: it may be interrupted later. */
  span: Span;
  spot: boolean;
  /** The only node that will do: the admin chose it, or the disk lies there. */
  node?: string | undefined;
  /** The node it holds already, kept when it still fits. */
  prefer?: string | undefined;
}

/** A node and who holds what on it. */
export interface Candidate {
  node: NodeCapacity;
  allocations: Allocation[];
}

export type RefusalReason =
  'NoSuchNode' | 'NodeUnsuitable' | 'SKUNotOffered' | 'ArchitectureNotOffered' | 'NoCapacity';

export interface Refusal {
  reason: RefusalReason;
  /** One sentence a customer understands. */
  message: string;
}

export type Placement = { node: string } | { refusal: Refusal };

/** The best node for the request among the region's nodes, or why there is none. */
export function place(request: PlacementRequest, candidates: Candidate[]): Placement {
  const refusal = unsuitable(request, candidates);
  if (refusal !== undefined) return { refusal };
  const roomy = candidates
    .filter(({ node }) => isOpen(request, node))
    .map((candidate) => ({ name: candidate.node.name, rest: remainder(request, candidate) }))
    .filter(({ rest }) => fits({ cpu: 0, memory: 0, storage: 0, gpus: 0 }, rest));
  const best = roomy.find(({ name }) => name === request.prefer) ?? roomy.sort(byTightestFit)[0];
  return best === undefined ? { refusal: noCapacity(request, candidates) } : { node: best.name };
}

/** Keeps large holes whole: the node with the fewest GPUs left wins, then the fewest CPUs, then the name. */
function byTightestFit(a: { name: string; rest: Amounts }, b: { name: string; rest: Amounts }): number {
  return a.rest.gpus - b.rest.gpus || a.rest.cpu - b.rest.cpu || (a.name < b.name ? -1 : 1);
}

function remainder(request: PlacementRequest, { node, allocations }: Candidate): Amounts {
  const others = allocations.filter(({ workload }) => workload !== request.workload);
  const span = request.spot ? { from: request.span.from, until: request.span.from + 1 } : request.span;
  return minus(freeDuring(node.amounts, others, span), request.amounts);
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

function noCapacity(request: PlacementRequest, candidates: Candidate[]): Refusal {
  const { what } = request;
  const where = request.node === undefined ? request.region : `node ${request.node}`;
  const open = candidates.filter(({ node }) => isOpen(request, node));
  if (open.length === 0) {
    return {
      reason: 'NoCapacity',
      message: `All nodes with ${what} in ${where} are out of service for the moment.`,
    };
  }
  const bookings = upcoming(request, open);
  const booked = bookings.length === 0 ? '' : `; ${reservedWords(bookings)}`;
  return {
    reason: 'NoCapacity',
    message: `There is not enough free ${what} in ${where}${booked}. Your machine starts as soon as there is.`,
  };
}

function upcoming(request: PlacementRequest, candidates: Candidate[]): Allocation[] {
  return candidates
    .flatMap(({ allocations }) => allocations)
    .filter(
      ({ until, workload }) =>
        until !== undefined && until > request.span.from && workload !== request.workload,
    );
}

/** For example "2 are reserved until 2026-01-01 14:00 UTC". */
function reservedWords(bookings: Allocation[]): string {
  const gpus = bookings.reduce((sum, { amounts }) => sum + amounts.gpus, 0);
  const until = Math.min(...bookings.map((booking) => booking.until ?? Infinity));
  const count = gpus > 0 ? gpus : bookings.length;
  const time = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return `${count} ${count === 1 ? 'is' : 'are'} reserved until ${time} UTC`;
}
