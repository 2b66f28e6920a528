import { performance } from 'node:perf_hooks';
import { fits, minus } from '@gpulease/placement/capacity';
import type { Amounts } from '@gpulease/placement/capacity';
import type { PlacementRequest } from '@gpulease/placement/request';
import type { Placer } from '../../placement/src/placer.ts';
import { sumOf, supplyOn } from '../../placement/src/node-supply.ts';
import type { Supply } from '../../placement/src/node-supply.ts';
import { Supplies } from '../../placement/src/supplies.ts';
import { gpuUsage } from '../../placement/src/node-usage.ts';
import type { Row } from '../report.ts';
import { FullRegion, NODES, REGION, SKUS, WAITING, WORKLOADS, skus } from './region.ts';

/** Number of machines that leave, sequentially. */
const CHANGES = 50;

/** Measures the median and maximum duration of steps. */
class Stopwatch {
  private readonly times: number[] = [];

  measure(step: () => void): void {
    const began = performance.now();
    step();
    this.times.push(performance.now() - began);
  }

  toString(): string {
    const sorted = this.times.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
    return `${median.toFixed(3)} ms, at most ${Math.max(...sorted).toFixed(1)} ms`;
  }
}

/** Compares placement in one region with and without an index. */
export function measurePlacement(): Row[] {
  const setting = `${NODES} nodes, ${SKUS} SKUs, ${WORKLOADS} workloads, ${WAITING} waiting`;
  return [
    [`placement (${setting})`, ''],
    ...measureAsks(),
    ...measureChanges(),
    ...measureSupply(),
    ...measureSums(),
  ];
}

function measureAsks(): Row[] {
  const region = new FullRegion();
  const [indexed, scanned] = [new Stopwatch(), new Stopwatch()];
  for (let round = 0; round < 5; round += 1) {
    for (let index = 0; index < WAITING; index += 1) {
      region.pass(1);
      const order = region.order(index);
      scanned.measure(() => void placeByFullScan(region.placer, order));
      indexed.measure(() => void region.placer.place(order));
    }
  }
  return rows('one order asks for a place', indexed, scanned);
}

/** After a machine leaves, the orders that could take its place retry; without an index, all waiting ones do. */
function measureChanges(): Row[] {
  const region = new FullRegion();
  for (let index = 0; index < WAITING; index += 1) region.placer.place(region.order(index));
  const [indexed, scanned] = [new Stopwatch(), new Stopwatch()];
  for (let change = 0; change < CHANGES; change += 1) {
    region.pass(1000);
    region.woken.clear();
    indexed.measure(() => {
      region.leave(change);
      for (const workload of region.woken) region.placer.place(region.order(indexOf(workload)));
    });
    scanned.measure(() => {
      for (let index = 0; index < WAITING; index += 1) placeByFullScan(region.placer, region.order(index));
    });
  }
  return rows('a machine leaves, until nobody else can be served', indexed, scanned);
}

/** Measures a refresh of the catalogue, which runs every second, after one machine has left. */
function measureSupply(): Row[] {
  const region = new FullRegion();
  const supplies = new Supplies(region.placer);
  const refresh = (): void => {
    for (const { name, size } of skus) supplies.of(name, size);
  };
  refresh();
  const [indexed, scanned] = [new Stopwatch(), new Stopwatch()];
  for (let change = 0; change < CHANGES; change += 1) {
    region.pass(1000);
    region.leave(change);
    indexed.measure(refresh);
    scanned.measure(() => {
      for (const { name, size } of skus) supplyByFullScan(region.placer, REGION, name, size.amounts[0]);
    });
  }
  return rows('supply of all SKUs, after one machine has left', indexed, scanned);
}

/** Measures the sums of a region's status, which are recomputed each time from existing numbers. */
function measureSums(): Row[] {
  const { placer } = new FullRegion();
  const summed = new Stopwatch();
  for (let round = 0; round < CHANGES; round += 1) {
    summed.measure(() => void gpuUsage(placer, placer.nodesIn(REGION)));
  }
  return [['GPUs of the region, summed up over its nodes', String(summed)]];
}

function rows(what: string, indexed: Stopwatch, scanned: Stopwatch): Row[] {
  return [
    [what, String(indexed)],
    [`${what}, by full scan`, String(scanned)],
  ];
}

function indexOf(workload: string): number {
  return Number(workload.split('/')[1]);
}

/*
 * Naive placement, for comparison: each request scans every node of the region.
 */

/** Returns the node with the least free capacity that fits the request. */
function placeByFullScan(placer: Placer, request: PlacementRequest): string | undefined {
  const { now } = placer.timing;
  const span = { from: now, until: request.span.until };
  const options = placer
    .nodesIn(request.region)
    .filter(({ skus, gpuModel }) => skus.includes(request.sku) && gpuModel === request.gpuModel)
    .map((node) => ({
      name: node.name,
      free: minus(node.amounts, placer.occupancyOf(node.name).heldDuring(span, now)),
    }))
    .filter(({ free }) => fits(request.amounts, free));
  return options.sort((a, b) => a.free.gpus - b.free.gpus || a.free.cpu - b.free.cpu)[0]?.name;
}

function supplyByFullScan(placer: Placer, region: string, sku: string, size: Amounts): Supply {
  const nodes = placer.nodesIn(region).filter(({ skus }) => skus.includes(sku));
  return sumOf(nodes.map((node) => supplyOn(placer, node, size)));
}
