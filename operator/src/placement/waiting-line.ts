import type { PlacementRequest } from './place.ts';

/** A workload that waits for a place. */
export interface WaitingRequest extends PlacementRequest {
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Requests that want the same: where one fits, all fit. */
interface Shape {
  /** Oldest first. */
  requests: WaitingRequest[];
  /** It was found not to fit, and nothing has been given back since. */
  isStuck: boolean;
}

/** Who waits for a place, by region and shape. */
export class WaitingLine {
  private readonly regions = new Map<string, Map<string, Shape>>();
  private readonly waiting = new Map<string, { shape: string; request: WaitingRequest }>();

  /** `isStuck`: there is no room for it now, not even if it were the first. */
  join(request: WaitingRequest, isStuck: boolean): void {
    const name = shapeOf(request);
    if (this.waiting.get(request.workload)?.shape !== name) {
      this.leave(request.workload);
      const { requests } = this.shape(request.region, name);
      requests.splice(indexFor(requests, request), 0, request);
      this.waiting.set(request.workload, { shape: name, request });
    }
    this.shape(request.region, name).isStuck = isStuck;
  }

  /** Returns the region whose line the workload stood in. */
  leave(workload: string): string | undefined {
    const place = this.waiting.get(workload);
    if (place === undefined) return undefined;
    const { shape: name, request } = place;
    this.waiting.delete(workload);
    const { requests } = this.shape(request.region, name);
    requests.splice(indexFor(requests, request), 1);
    if (requests.length === 0) this.regions.get(request.region)?.delete(name);
    return request.region;
  }

  /** The oldest request of each shape in the region. */
  heads(region: string): WaitingRequest[] {
    return this.shapesIn(region).flatMap(({ requests }) => requests[0] ?? []);
  }

  /** The oldest of each shape that may fit, for all that is known. */
  hopeful(region: string): WaitingRequest[] {
    return this.shapesIn(region).flatMap(({ requests, isStuck }) => (isStuck ? [] : (requests[0] ?? [])));
  }

  /** Something has been given back in the region. */
  loosen(region: string): void {
    for (const shape of this.shapesIn(region)) shape.isStuck = false;
  }

  private shapesIn(region: string): Shape[] {
    return [...(this.regions.get(region)?.values() ?? [])];
  }

  private shape(region: string, name: string): Shape {
    const shapes = this.regions.get(region) ?? new Map<string, Shape>();
    this.regions.set(region, shapes);
    const shape = shapes.get(name) ?? { requests: [], isStuck: false };
    shapes.set(name, shape);
    return shape;
  }
}

export function isOlder(a: WaitingRequest, b: WaitingRequest): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.workload < b.workload);
}

function shapeOf({ sku, amounts, spot, node, architecture, span }: WaitingRequest): string {
  const term = span.until === undefined ? undefined : [span.from, span.until];
  return JSON.stringify([sku, amounts, spot, node, architecture, term]);
}

function indexFor(line: WaitingRequest[], request: WaitingRequest): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = line[middle];
    if (other !== undefined && isOlder(other, request)) low = middle + 1;
    else high = middle;
  }
  return low;
}
