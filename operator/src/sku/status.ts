import { conditionTypes } from '@gpulease/crds';
import type { Findings } from '../catalogue/status.ts';

export interface SkuFacts {
  /** How many could be started now, by region. */
  availability: { region: string; available: number }[];
  workloads: number;
  /** References that lead nowhere, such as `GPU a100`. */
  missing: string[];
}

/** Fewer than this many are Low, fewer than that many Medium. */
const LOW = 3;
const MEDIUM = 10;

export function assessSku({ availability, workloads, missing }: SkuFacts): Findings {
  return {
    fields: {
      availability: availability.map(({ region, available }) => ({
        region,
        available,
        level: levelOf(available),
      })),
      available: availability.reduce((sum, { available }) => sum + available, 0),
      workloads,
    },
    conditions: [ready(missing)],
    references: workloads,
  };
}

export function levelOf(available: number): 'None' | 'Low' | 'Medium' | 'High' {
  if (available === 0) return 'None';
  if (available < LOW) return 'Low';
  return available < MEDIUM ? 'Medium' : 'High';
}

function ready(missing: string[]): Findings['conditions'][number] {
  const type = conditionTypes.ready;
  if (missing.length === 0) {
    return { type, status: 'True', reason: 'Resolved', message: 'All that the SKU names exists.' };
  }
  return {
    type,
    status: 'False',
    reason: 'ReferenceMissing',
    message: `The SKU names what does not exist: ${missing.join(', ')}.`,
  };
}
