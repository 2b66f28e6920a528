import type { Informer } from '@gpulease/kube';
import { ProductError } from '../http/product-error.ts';

/** An API server that restarts is back sooner; until then the copies that we have are good enough to answer from. */
export const STALE_MS = 60_000;

type Copy = Pick<Informer<unknown>, 'synced' | 'disconnectedMs'>;
type Handler = (...request: never[]) => Promise<unknown>;

/** Resolves when all copies of the cluster are complete. Rejects while one has not been current for a minute. */
export async function clusterIsCurrent(informers: readonly Copy[]): Promise<void> {
  await Promise.all(informers.map(({ synced }) => synced));
  const longest = Math.max(...informers.map(({ disconnectedMs }) => disconnectedMs));
  if (longest <= STALE_MS) return;
  throw new Error(`the API server has not been reached for ${Math.round(longest / 1_000)} seconds`);
}

/**
 * Handlers that answer from our copies of the cluster. Until those are complete an answer would be wrong, with objects
 * and offers missing, so each handler throws SERVER_ERROR.
 */
export function onceKnown<H extends object>(
  handlers: H,
  copies: readonly Pick<Informer<unknown>, 'hasSynced'>[],
): H {
  const guarded = Object.entries<Handler>(handlers as Record<string, Handler>).map(
    ([operation, handle]): [string, Handler] => [
      operation,
      (...request) => {
        if (copies.every(({ hasSynced }) => hasSynced)) return handle(...request);
        return Promise.reject(new ProductError('SERVER_ERROR'));
      },
    ],
  );
  return Object.fromEntries(guarded) as H;
}
