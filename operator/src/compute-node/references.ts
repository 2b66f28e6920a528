import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import type { ComputeNode, SKU } from '@gpulease/crds';
import type { Findings } from '../catalogue/status.ts';

/** What of the catalogue there is, by name. */
export interface Catalogue {
  hasRegion: (name: string) => boolean;
  hasGpu: (name: string) => boolean;
  sku: (name: string) => SKU | undefined;
}

/** Something wrong with what a ComputeNode refers to. */
export interface Fault {
  readonly reason: (typeof catalogueReasons)['referenceMissing' | 'gpuMismatch'];
  /** A sentence. */
  readonly message: string;
}

const missing = (message: string): Fault => ({ reason: catalogueReasons.referenceMissing, message });

/** What is wrong with what a ComputeNode refers to. */
export function referenceFaults({ spec }: ComputeNode, catalogue: Catalogue): Fault[] {
  const model = spec.resources.gpus?.model;
  return [
    ...(catalogue.hasRegion(spec.region) ? [] : [missing(`There is no Region ${spec.region}.`)]),
    ...(model === undefined || catalogue.hasGpu(model) ? [] : [missing(`There is no GPU ${model}.`)]),
    ...spec.skus.flatMap((name) => skuFault(name, catalogue.sku(name), model) ?? []),
  ];
}

function skuFault(name: string, sku: SKU | undefined, model: string | undefined): Fault | undefined {
  if (sku === undefined) return missing(`There is no SKU ${name}.`);
  const wanted = sku.spec.gpu?.model;
  if (wanted === undefined || wanted === model) return undefined;
  const found = model === undefined ? 'none' : `GPU ${model}`;
  const message = `SKU ${name} needs GPU ${wanted}, and the node has ${found}.`;
  return { reason: catalogueReasons.gpuMismatch, message };
}

/** How many faults are told at once. */
const MOST_FAULTS = 4;

/** Names the first faults; the reason is the first one's. */
export function referencesResolved(faults: readonly Fault[]): Findings['conditions'][number] {
  const type = conditionTypes.referencesResolved;
  const [first] = faults;
  if (first === undefined) {
    return {
      type,
      status: 'True',
      reason: catalogueReasons.resolved,
      message: 'Everything that the ComputeNode names exists.',
    };
  }
  const more = faults.length - MOST_FAULTS;
  const sentences = faults.slice(0, MOST_FAULTS).map(({ message }) => message);
  const told = [...sentences, ...(more > 0 ? [`${more} more references are wrong.`] : [])];
  return { type, status: 'False', reason: first.reason, message: told.join(' ') };
}
