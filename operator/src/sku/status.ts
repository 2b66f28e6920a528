import { SHOWN_FAULTS, SHOWN_REGIONS, catalogueReasons, conditionTypes } from '@gpulease/crds';
import { faultsMessage, faultsReason, namedObjects, type ReferenceFault } from '../catalogue/references.ts';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';
import type { WorkloadCounts } from '../catalogue/object-counts.ts';
import type { RegionSupply } from '@gpulease/placement/supplies';
import type { LaterRoom } from '@gpulease/placement/node-supply';

export interface SkuFacts {
  /** How many could be started by region, regardless of faults. */
  availability: RegionSupply[];
  /** Number of ComputeNodes that may run it. */
  nodes: number;
  workloads: WorkloadCounts;
  faults: SkuFaults;
}

/** Faults that prevent its sale. */
export interface SkuFaults {
  gpu?: ReferenceFault | undefined;
  /** One entry for each of its PricingPolicies; undefined if it can be ordered with that one. */
  prices: readonly (ReferenceFault | undefined)[];
  /** Faults of the regions that have nodes for it. */
  regions: readonly ReferenceFault[];
}

const { referenceMissing } = catalogueReasons;

/** Fewer than LOW are Low, fewer than MEDIUM are Medium. */
const LOW = 3;
const MEDIUM = 10;

export function assessSku({ availability, nodes, workloads, faults }: SkuFacts): Assessment {
  const sold = soldIn(availability, faults);
  const all = allOf(faults);
  return {
    fields: {
      availability: sold
        .slice(0, SHOWN_REGIONS)
        .map(({ region, available, largest, spot, bookable, later, maxQuantity }) => ({
          region,
          available,
          level: levelOf(available),
          largest,
          spot: { ...spot, level: levelOf(spot.available) },
          bookable,
          ...(later.length > 0 && { later: later.map(toStep) }),
          maxQuantity,
        })),
      available: sold.reduce((sum, { available }) => sum + available, 0),
      nodes,
      workloads: workloads.naming,
      ...(all.length > 0 && { faults: all.slice(0, SHOWN_FAULTS).map(toFault) }),
    },
    conditions: [ready(faults, sold.length > 0 || availability.length === 0)],
    references: nodes + workloads.needing,
  };
}

/** Returns what is for sale. A SKU that cannot run or has no price is sold nowhere; a fault of a region affects only that region. */
function soldIn(availability: RegionSupply[], faults: SkuFaults): RegionSupply[] {
  if (blocking(faults).length > 0) return [];
  return availability.filter(({ region }) => faults.regions.every(({ name }) => name !== region));
}

/** Returns the faults that prevent any sale: the GPU's fault, or those of all prices. */
function blocking({ gpu, prices }: SkuFaults): ReferenceFault[] {
  const wrong = prices.filter((fault) => fault !== undefined);
  return [...(gpu ? [gpu] : []), ...(wrong.length === prices.length ? wrong : [])];
}

function allOf({ gpu, prices, regions }: SkuFaults): ReferenceFault[] {
  return [gpu, ...prices, ...regions].filter((fault) => fault !== undefined);
}

export function levelOf(available: number): 'None' | 'Low' | 'Medium' | 'High' {
  if (available === 0) return 'None';
  if (available < LOW) return 'Low';
  return available < MEDIUM ? 'Medium' : 'High';
}

function toStep({ from, available, largest }: LaterRoom) {
  return { from: new Date(from).toISOString(), available, largest };
}

function toFault({ kind, name, reason, message, parameters }: ReferenceFault) {
  return { kind, name, reason, message, ...(parameters && { parameters }) };
}

const { yes, no } = conditionFound(conditionTypes.ready);

function ready(faults: SkuFaults, hasPlace: boolean): FoundCondition {
  const all = allOf(faults);
  if (all.length === 0)
    return yes(catalogueReasons.resolved, 'All objects that the SKU refers to exist and are ready.');
  const isMissing = faults.prices.some((fault) => fault?.reason === referenceMissing);
  const why = faultsMessage(all.map(({ sentence }) => sentence));
  if (blocking(faults).length > 0 || isMissing || !hasPlace) {
    const reason = faultsReason(all);
    const told = reason === referenceMissing ? missingOf(all) : all;
    return no(reason, why, namedObjects(told));
  }
  const message = `The SKU is for sale, but not in every region or at every price. ${why}`;
  return yes(catalogueReasons.soldInPart, message, namedObjects(all));
}

/** Returns the objects that do not exist, whether the SKU names them or one of its references does. */
function missingOf(faults: readonly ReferenceFault[]) {
  return faults
    .filter(({ reason }) => reason === referenceMissing)
    .flatMap(({ parameters }) => parameters?.objects ?? []);
}
