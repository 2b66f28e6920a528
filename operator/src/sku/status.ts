import { SHOWN_LATER, SHOWN_REGIONS, catalogueReasons, conditionTypes } from '@gpulease/crds';
import type { Findings } from '../catalogue/status.ts';
import type { WorkloadCounts } from '../catalogue/workload-references.ts';
import type { RegionSupply } from '../placement/supplies.ts';
import type { LaterRoom } from '../placement/usage.ts';

export interface SkuFacts {
  /** How many could be started, by region. */
  availability: RegionSupply[];
  /** ComputeNodes that may run it. */
  nodes: number;
  workloads: WorkloadCounts;
  /** References that lead nowhere, such as `GPU a100`. */
  missing: string[];
}

/** Fewer than this many are Low, fewer than that many Medium. */
const LOW = 3;
const MEDIUM = 10;

export function assessSku({ availability, nodes, workloads, missing }: SkuFacts): Findings {
  return {
    fields: {
      availability: availability
        .slice(0, SHOWN_REGIONS)
        .map(({ region, available, largest, spot, bookable, later, maxQuantity }) => ({
          region,
          available,
          level: levelOf(available),
          largest,
          spot: { ...spot, level: levelOf(spot.available) },
          bookable,
          ...(later.length > 0 && { later: later.slice(0, SHOWN_LATER).map(toStep) }),
          maxQuantity,
        })),
      available: availability.reduce((sum, { available }) => sum + available, 0),
      nodes,
      workloads: workloads.naming,
    },
    conditions: [ready(missing)],
    references: nodes + workloads.needing,
  };
}

export function levelOf(available: number): 'None' | 'Low' | 'Medium' | 'High' {
  if (available === 0) return 'None';
  if (available < LOW) return 'Low';
  return available < MEDIUM ? 'Medium' : 'High';
}

function toStep({ from, available, largest }: LaterRoom) {
  return { from: new Date(from).toISOString(), available, largest };
}

function ready(missing: string[]): Findings['conditions'][number] {
  const type = conditionTypes.ready;
  if (missing.length === 0) {
    return {
      type,
      status: 'True',
      reason: catalogueReasons.resolved,
      message: 'Everything that the SKU names exists.',
    };
  }
  return {
    type,
    status: 'False',
    reason: catalogueReasons.referenceMissing,
    message: `There is no ${missing.join(' and no ')}; create what is missing, or remove it from the SKU.`,
  };
}
