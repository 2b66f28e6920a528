import { catalogueReasons, conditionTypes, type ComputeNode, type QuarantinedGpus } from '@gpulease/crds';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';

/**
 * Returns the number of GPUs in quarantine, in total at most as many as declared: those that the Node still offers, and
 * those that its device plugin excludes, which are already missing from the allocatable amount.
 */
export function quarantinedOn({ spec }: ComputeNode): { offered: number; excluded: number } {
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

const { yes, no } = conditionFound(conditionTypes.gpusForSale);

/** `inUse` is the number of GPUs that machines hold beyond those for sale. They are withdrawn when their machines stop. */
export function gpusForSale(computeNode: ComputeNode, inUse: number): FoundCondition {
  const { offered, excluded } = quarantinedOn(computeNode);
  const quarantined = offered + excluded;
  if (quarantined === 0) return yes(catalogueReasons.noneQuarantined, 'No GPU of the node is in quarantine.');
  const declared = computeNode.spec.resources.gpus?.count ?? 0;
  const still = Math.min(inUse, quarantined);
  const uses = still > 0 ? ` Machines still use ${still} of them, or as many other GPUs instead.` : '';
  const verb = quarantined === 1 ? 'is' : 'are';
  const message = `${quarantined} of ${declared} GPUs ${verb} in quarantine and not for sale.${uses}`;
  return no(catalogueReasons.quarantined, message, {
    ...{ lacking: `${quarantined}/${declared}` },
    ...(still > 0 && { used: `${still}` }),
  });
}
