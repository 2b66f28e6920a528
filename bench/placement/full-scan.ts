/** Placement as one writes it first, for comparison: whatever is asked, every node of the region is looked at. */
import { fits, minus } from '@gpulease/placement/capacity';
import type { Amounts } from '@gpulease/placement/capacity';
import type { PlacementRequest } from '@gpulease/placement/request';
import type { Placer } from '../../placement/src/placer.ts';
import { sumOf, supplyOn } from '../../placement/src/node-supply.ts';
import type { Supply } from '../../placement/src/node-supply.ts';

/** The node with the smallest hole into which the request fits. */
export function placeByFullScan(placer: Placer, request: PlacementRequest): string | undefined {
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

export function supplyByFullScan(placer: Placer, region: string, sku: string, size: Amounts): Supply {
  const nodes = placer.nodesIn(region).filter(({ skus }) => skus.includes(sku));
  return sumOf(nodes.map((node) => supplyOn(placer, node, size)));
}
