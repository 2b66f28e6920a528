import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import type { ComputeNode, GPU, Region, SKU } from '@gpulease/crds';
import {
  faultsMessage,
  faultsReason,
  namedObjects,
  referenceFault,
  type Parameters,
  type ReferenceFault,
} from '../catalogue/references.ts';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';

/** What of the catalogue there is, by name. */
export interface Catalogue {
  region: (name: string) => Region | undefined;
  gpu: (name: string) => GPU | undefined;
  sku: (name: string) => SKU | undefined;
}

/** Something wrong with what a ComputeNode refers to. */
export type Fault = Pick<ReferenceFault, 'reason' | 'message' | 'parameters'>;

/**
 * What is wrong with what a ComputeNode refers to. A GPU that is not ready makes the node useless; whether its region is
 * ready and what of its SKUs is sold says nothing of a host.
 */
export function referenceFaults({ spec }: ComputeNode, catalogue: Catalogue): Fault[] {
  const model = spec.resources.gpus?.model;
  return [
    catalogue.region(spec.region) ? undefined : referenceFault('Region', spec.region, undefined),
    model === undefined ? undefined : gpuFault(model, catalogue.gpu(model)),
    ...spec.skus.map((name) => skuFault(name, catalogue.sku(name), model)),
  ].filter((fault) => fault !== undefined);
}

function gpuFault(name: string, gpu: GPU | undefined): Fault | undefined {
  const fault = referenceFault('GPU', name, gpu);
  return (
    fault && { reason: faultsReason([fault]), message: fault.sentence, parameters: namedObjects([fault]) }
  );
}

function skuFault(name: string, sku: SKU | undefined, model: string | undefined): Fault | undefined {
  if (sku === undefined) return referenceFault('SKU', name, undefined);
  const wanted = sku.spec.gpu?.model;
  if (wanted === undefined || wanted === model) return undefined;
  const found = model === undefined ? 'none' : `GPU ${model}`;
  const message = `SKU ${name} needs GPU ${wanted}, and the node has ${found}.`;
  return { reason: catalogueReasons.gpuMismatch, message, parameters: { name, wanted } };
}

const { yes, no } = conditionFound(conditionTypes.referencesResolved);

/** Names the first faults; the reason is the first one's. */
export function referencesResolved(faults: readonly Fault[]): FoundCondition {
  const [first] = faults;
  if (first === undefined)
    return yes(catalogueReasons.resolved, 'Everything that the ComputeNode names exists.');
  const message = faultsMessage(faults.map(({ message }) => message));
  return no(first.reason, message, valuesOf(faults, first));
}

/** The reason of the first fault, and the objects with that reason. */
function valuesOf(faults: readonly Fault[], { reason, parameters }: Fault): Parameters | undefined {
  if (parameters?.objects === undefined) return parameters;
  const alike = faults.filter((fault) => fault.reason === reason);
  return namedObjects(alike.flatMap((fault) => fault.parameters?.objects ?? []));
}
