import type { Informer } from '@gpulease/kube';

/** An API server that restarts is back sooner; until then the copies that we have are good enough to answer from. */
export const STALE_MS = 60_000;

type Copy = Pick<Informer<unknown>, 'synced' | 'disconnectedMs'>;

/** Resolves when all copies of the cluster are complete. Rejects while one has not been current for a minute. */
export async function clusterIsCurrent(informers: readonly Copy[]): Promise<void> {
  await Promise.all(informers.map(({ synced }) => synced));
  const longest = Math.max(...informers.map(({ disconnectedMs }) => disconnectedMs));
  if (longest <= STALE_MS) return;
  throw new Error(`the API server has not been reached for ${Math.round(longest / 1_000)} seconds`);
}
