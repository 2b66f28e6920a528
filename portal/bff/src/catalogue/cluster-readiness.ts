import type { Informer } from '@gpulease/kube';
import { ProductError } from '../http/product-error.ts';

/** Longer than a restart of the API server, during which cached copies are good enough. */
export const STALE_MS = 60_000;

type Copy = Pick<Informer<unknown>, 'synced' | 'disconnectedMs'>;
type Handler = (...request: never[]) => Promise<unknown>;

/** Resolves when all copies of the cluster are synced. Rejects if one has been disconnected for more than a minute. */
export async function clusterIsCurrent(informers: readonly Copy[]): Promise<void> {
  await Promise.all(informers.map(({ synced }) => synced));
  const longest = Math.max(...informers.map(({ disconnectedMs }) => disconnectedMs));
  if (longest <= STALE_MS) return;
  throw new Error(`the API server has not been reached for ${Math.round(longest / 1_000)} seconds`);
}

/**
 * Wraps handlers that answer from copies of the cluster. Until all copies are synced, answers would lack objects, so each
 * handler throws SERVER_ERROR.
 */
export function onceSynced<H extends object>(
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
