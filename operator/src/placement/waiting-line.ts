import type { PlacementRequest } from './place.ts';

/** A workload that waits for a place. */
export interface WaitingRequest extends PlacementRequest {
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Who waits for a place, oldest first. Requests that want the same are of one shape: where one fits, all fit. */
export class WaitingLine {
  private readonly shapes = new Map<string, WaitingRequest[]>();
  private readonly shapeOf = new Map<string, string>();

  join(request: WaitingRequest): void {
    const shape = JSON.stringify([
      request.region,
      request.sku,
      request.amounts,
      request.spot,
      request.node,
      request.architecture,
    ]);
    if (this.shapeOf.get(request.workload) === shape) return;
    this.leave(request.workload);
    const line = this.shapes.get(shape) ?? [];
    line.splice(indexFor(line, request), 0, request);
    this.shapes.set(shape, line);
    this.shapeOf.set(request.workload, shape);
  }

  /** Returns the region whose line the workload stood in. */
  leave(workload: string): string | undefined {
    const shape = this.shapeOf.get(workload);
    if (shape === undefined) return undefined;
    this.shapeOf.delete(workload);
    const line = this.shapes.get(shape) ?? [];
    const rest = line.filter((request) => request.workload !== workload);
    if (rest.length === 0) this.shapes.delete(shape);
    else this.shapes.set(shape, rest);
    return line[0]?.region;
  }

  /** The oldest request of each shape in the region. */
  heads(region: string): WaitingRequest[] {
    return [...this.shapes.values()].flatMap(([head]) => (head?.region === region ? [head] : []));
  }
}

export function isOlder(a: WaitingRequest, b: WaitingRequest): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.workload < b.workload);
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
