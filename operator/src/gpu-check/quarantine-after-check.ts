import { BY_GPU_CHECK, FAILED_GPU_CHECK, type ComputeNode, type QuarantinedGpus } from '@gpulease/crds';
import type { CheckedGPU } from '../gpu-check-result.ts';

/** As many as the spec takes. */
const MOST_ENTRIES = 16;

const PCI_ADDRESS = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/;

/**
 * The node's quarantine with the GPUs that failed their check; undefined where nothing is new. A GPU whose address is listed is
 * there already, and as those that are there by number alone may be the same ones, as many of the others are not added.
 */
export function quarantineWith(
  { spec }: ComputeNode,
  checked: readonly CheckedGPU[],
  now: Date,
): QuarantinedGpus[] | undefined {
  const known = spec.quarantine ?? [];
  const failed = checked.filter(({ verdict }) => verdict === 'Failed');
  const unlisted = failed.filter(
    ({ id }) => !known.some(({ address }) => address !== undefined && address === id),
  );
  const isTold = unlisted.every(({ id }) => id !== undefined);
  const more = unlisted.slice(offered(known, isTold)).map(({ id }) => ({
    ...(id !== undefined && PCI_ADDRESS.test(id) && { address: id }),
    reason: FAILED_GPU_CHECK,
    since: now.toISOString(),
    by: BY_GPU_CHECK,
  }));
  const all = [...known, ...more].slice(0, MOST_ENTRIES);
  return all.length === known.length ? undefined : all;
}

/** How many are in quarantine and may be among those that were checked; where it is told which these are, only those without an address. */
function offered(known: readonly QuarantinedGpus[], isTold: boolean): number {
  return known
    .filter(({ address, devicePlugin }) => devicePlugin !== 'Excludes' && !(isTold && address !== undefined))
    .reduce((sum, { count = 1 }) => sum + count, 0);
}
