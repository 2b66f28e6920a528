import { catalogueReasons, conditionTypes, type ComputeNode, type QuarantinedGpus } from '@gpulease/crds';
import type { FoundCondition } from '../catalogue/status.ts';

/** GPUs in quarantine, together never more than are declared. */
interface Quarantined {
  /** Those that the Node still hands out. */
  offered: number;
  /** Those that its device plugin no longer hands out: they are missing from what it can allocate already. */
  excluded: number;
}

export function quarantinedOn({ spec }: ComputeNode): Quarantined {
  const declared = spec.resources.gpus?.count ?? 0;
  const { quarantine = [] } = spec;
  const sum = (entries: readonly QuarantinedGpus[]) =>
    entries.reduce((gpus, { count = 1 }) => gpus + count, 0);
  const excluded = Math.min(sum(quarantine.filter(isExcluded)), declared);
  const offered = Math.min(sum(quarantine.filter((entry) => !isExcluded(entry))), declared - excluded);
  return { offered, excluded };
}

function isExcluded({ devicePlugin }: QuarantinedGpus): boolean {
  return devicePlugin === 'Excludes';
}

/** `inUse`: GPUs that machines hold beyond those that may be sold. They leave sale when their machines stop. */
export function gpusForSale(computeNode: ComputeNode, inUse: number): FoundCondition {
  const type = conditionTypes.gpusForSale;
  const { offered, excluded } = quarantinedOn(computeNode);
  const quarantined = offered + excluded;
  if (quarantined === 0) {
    const message = 'No GPU of the node is in quarantine.';
    return { type, status: 'True', reason: catalogueReasons.noneQuarantined, message };
  }
  const declared = computeNode.spec.resources.gpus?.count ?? 0;
  const still = Math.min(inUse, quarantined);
  const uses = still > 0 ? ` Machines still use ${still} of them, or as many others in their place.` : '';
  const verb = quarantined === 1 ? 'is' : 'are';
  return {
    type,
    status: 'False',
    reason: catalogueReasons.quarantined,
    message: `${quarantined} of ${declared} GPUs ${verb} in quarantine and not for sale.${uses}`,
    parameters: { lacking: `${quarantined}/${declared}`, ...(still > 0 && { used: `${still}` }) },
  };
}
