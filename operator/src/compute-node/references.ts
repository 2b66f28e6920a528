import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import type { ComputeNode, SKU } from '@gpulease/crds';
import type { Findings } from '../catalogue/status.ts';

/** What of the catalogue there is, by name. */
export interface Catalogue {
  hasRegion: (name: string) => boolean;
  hasGpu: (name: string) => boolean;
  sku: (name: string) => SKU | undefined;
}

/** What is wrong with what a ComputeNode refers to, a sentence each. */
export function referenceFaults({ spec }: ComputeNode, catalogue: Catalogue): string[] {
  const model = spec.resources.gpus?.model;
  return [
    ...(catalogue.hasRegion(spec.region) ? [] : [`There is no Region ${spec.region}.`]),
    ...(model === undefined || catalogue.hasGpu(model) ? [] : [`There is no GPU ${model}.`]),
    ...spec.skus.flatMap((name) => skuFault(name, catalogue.sku(name), model) ?? []),
  ];
}

function skuFault(name: string, sku: SKU | undefined, model: string | undefined): string | undefined {
  if (sku === undefined) return `There is no SKU ${name}.`;
  const wanted = sku.spec.gpu?.model;
  if (wanted === undefined || wanted === model) return undefined;
  return `SKU ${name} needs GPU ${wanted}, and the node has ${model === undefined ? 'none' : `GPU ${model}`}.`;
}

/** How many faults are told at once. */
const MOST_FAULTS = 4;

export function referencesResolved(faults: readonly string[]): Findings['conditions'][number] {
  const type = conditionTypes.referencesResolved;
  if (faults.length === 0) {
    return {
      type,
      status: 'True',
      reason: catalogueReasons.resolved,
      message: 'Everything that the ComputeNode names exists.',
    };
  }
  const more = faults.length - MOST_FAULTS;
  const told = [...faults.slice(0, MOST_FAULTS), ...(more > 0 ? [`${more} more references are wrong.`] : [])];
  return { type, status: 'False', reason: catalogueReasons.referenceMissing, message: told.join(' ') };
}
