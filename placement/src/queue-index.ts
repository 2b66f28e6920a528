import { DAY_MS } from '@gpulease/kube';
import { isOlder, type PlacementRequest } from './request.ts';
import { entry } from './maps.ts';

/** Requests that want the same, oldest first: where one fits, all fit. */
type Shape = PlacementRequest[];

interface Waiting {
  request: PlacementRequest;
  shape: Shape;
  /** Whether a node may be drained for it. */
  mayDrain: boolean;
  /** Number of failed drains for it. */
  drains: number;
}

/** The result of the last attempt to place a request. */
interface Look {
  /** There is no room for it now, even if it were first. */
  isStuck: boolean;
  mayDrain?: boolean;
}

type Shapes = Map<string, Shape>;

/** The workloads that wait for a place, indexed by region and GPU model for their order and by SKU and shape for their fit. */
export class QueueIndex {
  private readonly waiting = new Map<string, Waiting>();
  /** By region and GPU model, oldest first. */
  private readonly queues = new Map<string, PlacementRequest[]>();
  /** By region, then by SKU, then by name. */
  private readonly shapes = new Map<string, Map<string, Shapes>>();
  /** By region: shapes not known to be stuck, or that may use capacity freed since. */
  private readonly hopefulShapes = new Map<string, Set<Shape>>();

  join(request: PlacementRequest, { isStuck, mayDrain = false }: Look): void {
    const { workload } = request;
    const before = this.waiting.get(workload);
    const shape = this.shapeOf(request);
    const known = before?.shape === shape ? before.request : undefined;
    if (known === undefined) {
      this.leave(workload);
      insert(this.queueOf(request), request);
      insert(shape, request);
    }
    this.mark(request.region, shape, isStuck);
    const { drains = 0 } = before ?? {};
    this.waiting.set(workload, { request: known ?? request, shape, mayDrain, drains });
  }

  /** Removes a workload and returns the region in which it waited. */
  leave(workload: string): string | undefined {
    const before = this.waiting.get(workload);
    if (before === undefined) return undefined;
    const { request, shape } = before;
    this.waiting.delete(workload);
    remove(this.queueOf(request), request);
    remove(shape, request);
    if (shape.length === 0) this.forget(request, shape);
    return request.region;
  }

  /** Returns how many older requests wait in the region for GPUs of the same model or, like this one, for none. */
  before(request: PlacementRequest): number {
    return indexFor(this.queueOf(request), request);
  }

  /** Returns the request to drain a node for next: the oldest of those with the fewest failed drains. */
  nextToDrain(request: PlacementRequest): PlacementRequest | undefined {
    let next: PlacementRequest | undefined;
    let fewest = Infinity;
    for (const one of this.queueOf(request)) {
      const { mayDrain = false, drains = 0 } = this.waiting.get(one.workload) ?? {};
      if (!mayDrain || drains >= fewest) continue;
      [next, fewest] = [one, drains];
      if (fewest === 0) break;
    }
    return next;
  }

  /** Counts a failed drain for the workload. */
  noteDrain(workload: string): void {
    const waiting = this.waiting.get(workload);
    if (waiting !== undefined) waiting.drains += 1;
  }

  /** Returns the oldest request of each shape that could use a node that offers these SKUs. */
  heads(region: string, skus: readonly string[]): PlacementRequest[] {
    return skus.flatMap((sku) => headsOf(this.shapesFor(region, sku).values()));
  }

  /** Returns the oldest request of each shape that may fit. */
  hopeful(region: string): PlacementRequest[] {
    return headsOf(this.hopefulShapes.get(region) ?? []);
  }

  /** Records whether the request, and with it all of its shape, fits. */
  note({ workload, region }: PlacementRequest, { isStuck }: Look): void {
    const waiting = this.waiting.get(workload);
    if (waiting !== undefined) this.mark(region, waiting.shape, isStuck);
  }

  private mark(region: string, shape: Shape, isStuck: boolean): void {
    const hopeful = entry(this.hopefulShapes, region, () => new Set<Shape>());
    if (isStuck) hopeful.delete(shape);
    else hopeful.add(shape);
  }

  private forget(request: PlacementRequest, shape: Shape): void {
    this.shapesFor(request.region, request.sku).delete(nameOf(request));
    this.mark(request.region, shape, true);
  }

  private queueOf(request: PlacementRequest): PlacementRequest[] {
    return entry(this.queues, queueName(request), () => []);
  }

  private shapeOf(request: PlacementRequest): Shape {
    const shapes = this.shapesFor(request.region, request.sku);
    return entry(shapes, nameOf(request), () => []);
  }

  private shapesFor(region: string, sku: string): Shapes {
    const ofRegion = entry(this.shapes, region, () => new Map<string, Shapes>());
    return entry(ofRegion, sku, () => new Map<string, Shape>());
  }
}

/** Orders for GPUs of one model in a region form one queue, those without GPUs another. */
export function queueName({ region, amounts, gpuModel }: PlacementRequest): string {
  return `${region}/${amounts.gpus > 0 ? (gpuModel ?? '') : ''}`;
}

function headsOf(shapes: Iterable<Shape>): PlacementRequest[] {
  return [...shapes].flatMap(([first]) => first ?? []);
}

/** Rounds ends of terms up to the day, so that orders that begin at once share shapes. */
function nameOf({ amounts, gpuModel, spot, node, architecture, span }: PlacementRequest): string {
  const term = span.until === undefined ? undefined : [span.from, Math.ceil(span.until / DAY_MS)];
  return JSON.stringify([amounts, gpuModel, spot, node, architecture, term]);
}

function insert(queue: PlacementRequest[], request: PlacementRequest): void {
  queue.splice(indexFor(queue, request), 0, request);
}

function remove(queue: PlacementRequest[], request: PlacementRequest): void {
  const index = indexFor(queue, request);
  if (queue[index]?.workload === request.workload) queue.splice(index, 1);
}

/** Returns how many requests of the queue, oldest first, are older. */
function indexFor(queue: readonly PlacementRequest[], request: PlacementRequest): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = queue[middle];
    if (other !== undefined && isOlder(other, request)) low = middle + 1;
    else high = middle;
  }
  return low;
}
