import { placementReasons, type PlacementReason } from '@gpulease/crds';
import { utcWords } from '@gpulease/kube';
import { fits, takesNew, type Allocation, type NodeCapacity } from './capacity.ts';
import type { Candidate, PlacementRequest } from './request.ts';
import type { Timing } from './spot-timing.ts';

export interface Refusal {
  reason: PlacementReason;
  /** Complete sentences that a customer understands. */
  message: string;
}

export type Mismatch = 'SkuNotOffered' | 'OtherArchitecture' | 'OtherGpu';

/** Returns why the node cannot run the request; `why` follows its name. Undefined if it could with enough room. */
export function mismatch(
  request: PlacementRequest,
  node: NodeCapacity,
): { kind: Mismatch; why: string } | undefined {
  const { sku, architecture, what } = request;
  if (!node.skus.includes(sku)) return { kind: 'SkuNotOffered', why: `does not offer ${sku}` };
  if (node.architecture !== architecture)
    return { kind: 'OtherArchitecture', why: `cannot run an image for ${architecture}` };
  return hasModel(request, node) ? undefined : { kind: 'OtherGpu', why: `has no ${what}` };
}

function hasModel({ amounts, gpuModel }: PlacementRequest, node: NodeCapacity): boolean {
  return amounts.gpus === 0 || node.gpuModel === gpuModel;
}

/** Whether the node could run the request with enough room. */
export function isOpen(request: PlacementRequest, node: NodeCapacity): boolean {
  if (request.node !== undefined && request.node !== node.name) return false;
  if (request.leaves !== undefined && !isElsewhere(request.leaves, node)) return false;
  const belongsThere = node.name === request.node || node.name === request.prefer;
  const isOpenTo = belongsThere ? node.closed === undefined : takesNew(node);
  return isOpenTo && mismatch(request, node) === undefined;
}

function isElsewhere(left: string, { name, away }: NodeCapacity): boolean {
  return name !== left && away === undefined;
}

/** Returns why no node suits the request even with enough room; undefined if one does. */
export function unsuitable(request: PlacementRequest, candidates: readonly Candidate[]): Refusal | undefined {
  const { region, sku, architecture, what } = request;
  const all = candidates.map(({ node }) => node);
  if (request.node !== undefined) {
    return unsuitableNode(
      request,
      all.find(({ name }) => name === request.node),
    );
  }
  const nodes = all.filter(({ skus }) => skus.includes(sku));
  if (nodes.length === 0) {
    return { reason: placementReasons.skuNotOffered, message: `No node in ${region} offers ${sku}.` };
  }
  const offering = `No node in ${region} that offers ${sku}`;
  const fitting = nodes.filter((node) => node.architecture === architecture);
  if (fitting.length === 0) {
    const message = `${offering} can run an image for ${architecture}.`;
    return { reason: placementReasons.architectureNotOffered, message };
  }
  const equipped = fitting.filter((node) => hasModel(request, node));
  if (equipped.length === 0) {
    return { reason: placementReasons.skuNotOffered, message: `${offering} has ${what}.` };
  }
  return tooLarge(request, equipped);
}

function unsuitableNode(request: PlacementRequest, node: NodeCapacity | undefined): Refusal | undefined {
  if (node === undefined) {
    const message = `There is no node ${request.node ?? ''} in ${request.region}.`;
    return { reason: placementReasons.noSuchNode, message };
  }
  const why = mismatch(request, node)?.why ?? node.closed;
  if (why === undefined) return tooLarge(request, [node]);
  return { reason: placementReasons.nodeUnsuitable, message: `Node ${node.name} ${why}.` };
}

/** A machine runs on one node, so it cannot be larger than the largest. */
function tooLarge(request: PlacementRequest, nodes: readonly NodeCapacity[]): Refusal | undefined {
  if (nodes.some(({ declared }) => fits(request.amounts, declared))) return undefined;
  const { region, sku, wants } = request;
  const message =
    `No node in ${region} that offers ${sku} is large enough for ${wants}, and a machine runs on one node. ` +
    'Order a smaller quantity.';
  return { reason: placementReasons.neverPlaceable, message };
}

/** `open` are the nodes that could run the request with enough room. */
export function noCapacity(request: PlacementRequest, open: readonly Candidate[], { now }: Timing): Refusal {
  const { sku, wants, region } = request;
  const reason = placementReasons.noCapacity;
  if (open.length === 0 && request.leaves !== undefined) {
    return { reason, message: `No other node in ${region} without maintenance ahead can run ${sku} now.` };
  }
  if (open.length === 0) {
    return { reason, message: `All nodes in ${region} that offer ${sku} are out of service at the moment.` };
  }
  const where =
    request.node === undefined ? `No node in ${region} has` : `Node ${request.node} does not have`;
  return { reason, message: `${where} ${wants} free for ${sku}${reservedWords(request, open, now)}.` };
}

export function heldBack(): Refusal {
  return { reason: placementReasons.queued, message: 'An earlier order is served first.' };
}

const soldOutReasons: ReadonlySet<string> = new Set([
  placementReasons.noCapacity,
  placementReasons.skuNotOffered,
  placementReasons.architectureNotOffered,
]);

/** Whether no node offers what the request wants, or none has it free. */
export function isSoldOut({ reason }: Refusal): boolean {
  return soldOutReasons.has(reason);
}

/** All numbers are GPUs. */
export function quotaExceeded(quota: number, used: number, wanted: number): Refusal {
  const message = `The quota is ${counted(quota, 'GPU')}: ${used} in use, ${wanted} more requested. Stop a machine or ask for a larger quota.`;
  return { reason: placementReasons.quotaExceeded, message };
}

/** Returns text such as "; 2 GPUs there are reserved, the first until 2026-01-01 14:00 UTC". Only wanted resources count. */
function reservedWords(request: PlacementRequest, open: readonly Candidate[], now: number): string {
  const resource = request.amounts.gpus > 0 ? 'gpus' : 'cpu';
  const isBooking = ({ until = now, workload, amounts }: Allocation): boolean =>
    until > now && workload !== request.workload && amounts[resource] > 0;
  const bookings = open.flatMap(({ occupancy }) => occupancy.withTerm()).filter(isBooking);
  if (bookings.length === 0) return '';
  const held = bookings.reduce((sum, { amounts }) => sum + amounts[resource], 0);
  const what = resource === 'gpus' ? counted(held, 'GPU') : counted(held / 1000, 'CPU core');
  const first = Math.min(...bookings.map(({ until = Infinity }) => until));
  return `; ${what} there are reserved, the first until ${utcWords(new Date(first).toISOString())}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns a request's place in the queue as text that rarely changes far behind. */
export function queueWords(before: number): string {
  if (before === 0) return 'It is first in the queue.';
  if (before === 1) return '1 order is ahead of this one.';
  return `${roughly(before)} orders are ahead of this one.`;
}

/** Returns exact counts up to 10, then counts rounded down to tens, hundreds and so on. */
function roughly(count: number): string {
  if (count <= 10) return String(count);
  const step = 10 ** Math.floor(Math.log10(count - 1));
  return `More than ${Math.floor((count - 1) / step) * step}`;
}
