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

/** Looks up catalogue objects by name. */
export interface Catalogue {
  region: (name: string) => Region | undefined;
  gpu: (name: string) => GPU | undefined;
  sku: (name: string) => SKU | undefined;
}

/** A fault in the references of a ComputeNode. */
export type Fault = Pick<ReferenceFault, 'reason' | 'message' | 'parameters'>;

/**
 * Returns the faults in the references of a ComputeNode. A GPU that is not ready makes the node useless; the readiness
 * of its region and SKUs does not concern a host.
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
  const message = `SKU ${name} needs GPU ${wanted}, but the node has ${found}.`;
  return { reason: catalogueReasons.gpuMismatch, message, parameters: { name, wanted } };
}

const { yes, no } = conditionFound(conditionTypes.referencesResolved);

/** Names the first faults and takes the reason of the first. */
export function referencesResolved(faults: readonly Fault[]): FoundCondition {
  const [first] = faults;
  if (first === undefined)
    return yes(catalogueReasons.resolved, 'All objects that the ComputeNode refers to exist.');
  const message = faultsMessage(faults.map(({ message }) => message));
  return no(first.reason, message, valuesOf(faults, first));
}

/** Returns the parameters of the first fault, or all objects with its reason if it names objects. */
function valuesOf(faults: readonly Fault[], { reason, parameters }: Fault): Parameters | undefined {
  if (parameters?.objects === undefined) return parameters;
  const alike = faults.filter((fault) => fault.reason === reason);
  return namedObjects(alike.flatMap((fault) => fault.parameters?.objects ?? []));
}
