import { fits, type Amounts, type NodeCapacity } from './capacity.ts';
import type { Placer } from './placer.ts';
import { sumOf, supplyChangesAt, supplyOn, type Supply } from './node-supply.ts';

/** What a machine of a SKU uses. */
export interface SkuSize {
  gpuModel: string | undefined;
  /** For each quantity that can be ordered, starting with one. */
  amounts: readonly [Amounts, ...Amounts[]];
}

export interface RegionSupply extends Supply {
  region: string;
  /** The largest quantity that fits on one empty, healthy node; 0 if not even one does. */
  maxQuantity: number;
}

/** What one node contributes to its region's supply of a SKU. */
interface Share extends RegionSupply {
  /** When time alone may change it, in milliseconds since the epoch. */
  until: number;
}

interface Known {
  size: string;
  shares: Map<string, Share>;
  /** Nodes that have changed since. */
  stale: Set<string>;
}

/** Computes how many machines of each SKU fit on the nodes. Recomputes only the nodes that have changed. */
export class Supplies {
  private readonly placer: Placer;
  private readonly bySku = new Map<string, Known>();

  constructor(placer: Placer) {
    this.placer = placer;
    placer.onNodeChange((node, skus) => {
      for (const sku of skus) this.bySku.get(sku)?.stale.add(node);
    });
  }

  /** Returns the supply by region, in the order of their names. */
  of(sku: string, size: SkuSize): RegionSupply[] {
    const { shares } = this.refreshed(sku, size);
    return [...Map.groupBy(shares.values(), ({ region }) => region)]
      .map(([region, some]) => ({
        region,
        ...sumOf(some),
        maxQuantity: Math.max(...some.map(({ maxQuantity }) => maxQuantity)),
      }))
      .sort((a, b) => (a.region < b.region ? -1 : 1));
  }

  /** Returns when time alone may next change the supply. */
  changesAt(sku: string, size: SkuSize): Date | undefined {
    const untils = [...this.refreshed(sku, size).shares.values()].map(({ until }) => until);
    const first = Math.min(...untils);
    return first === Infinity ? undefined : new Date(first);
  }

  forget(sku: string): void {
    this.bySku.delete(sku);
  }

  private refreshed(sku: string, size: SkuSize): Known {
    const known = this.known(sku, size);
    const { now } = this.placer.timing;
    for (const [node, { until }] of known.shares) if (until <= now) known.stale.add(node);
    for (const name of known.stale) {
      const node = this.placer.node(name);
      if (node === undefined || !mayRun(node, sku, size)) known.shares.delete(name);
      else known.shares.set(name, this.share(node, size));
    }
    known.stale.clear();
    return known;
  }

  /** A SKU that is new or has another size is computed on all its nodes. */
  private known(sku: string, size: SkuSize): Known {
    const written = JSON.stringify(size);
    const before = this.bySku.get(sku);
    if (before?.size === written) return before;
    const stale = new Set(this.placer.nodesOffering(sku).map(({ name }) => name));
    const known = { size: written, shares: new Map<string, Share>(), stale };
    this.bySku.set(sku, known);
    return known;
  }

  private share(node: NodeCapacity, { amounts }: SkuSize): Share {
    return {
      region: node.region,
      ...supplyOn(this.placer, node, amounts[0]),
      // An order may have a smaller disk than the included one.
      maxQuantity: amounts.findLastIndex((wanted) => fits({ ...wanted, storage: 0 }, node.declared)) + 1,
      until: supplyChangesAt(this.placer, node)?.getTime() ?? Infinity,
    };
  }
}

function mayRun(node: NodeCapacity, sku: string, { gpuModel }: SkuSize): boolean {
  return node.skus.includes(sku) && (gpuModel === undefined || node.gpuModel === gpuModel);
}
