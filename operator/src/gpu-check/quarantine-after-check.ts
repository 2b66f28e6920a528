import { BY_GPU_CHECK, FAILED_GPU_CHECK, type ComputeNode, type QuarantinedGpus } from '@gpulease/crds';
import type { CheckedGPU } from '../gpu-check-result.ts';

/** The most that the spec can hold. */
const MOST_ENTRIES = 16;

const PCI_ADDRESS = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/;

/**
 * Returns the node's quarantine with the GPUs that failed their check; undefined if nothing is new. Skips GPUs whose address is
 * listed, and as many others as are listed by count alone, because those may be the same ones.
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

/** Returns how many quarantined GPUs may be among the checked ones. If all of those are named, entries by address do not count. */
function offered(known: readonly QuarantinedGpus[], isTold: boolean): number {
  return known
    .filter(({ address, devicePlugin }) => devicePlugin !== 'Excludes' && !(isTold && address !== undefined))
    .reduce((sum, { count = 1 }) => sum + count, 0);
}
