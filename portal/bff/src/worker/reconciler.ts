/** Reconciles Workloads one by one, each under the id of the request that changed it. */
import { OpenRequests, requestIdOf } from '@gpulease/crds';
import { isConflict, isNotFound, parseObjectKey } from '@gpulease/kube';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { Logger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import type { WorkerContext } from './context.ts';
import { reconcile } from './reconcile.ts';

/** Subscribes to the context's informer, so create it before that is synced. */
export function createReconciler(context: WorkerContext): (key: string) => Promise<number | undefined> {
  const { workloads } = context;
  const requests = new OpenRequests(requestIdOf);
  workloads.onChange((key, before, after) => {
    // A Workload that is at rest when first seen came to rest before this worker started.
    if (before === undefined && after !== undefined) requests.note(key, after);
  });
  return async (key) => {
    const workload = workloads.store.get(parseObjectKey(key));
    const request = workload && requests.of(key, workload);
    const requeue = await withRequestId(request, () => workOn(context, key));
    // Only after success: billing itself must have seen the Workload at rest.
    if (workload === undefined) requests.forget(key);
    else requests.note(key, workload);
    return requeue;
  };
}

async function workOn(context: WorkerContext, key: string): Promise<number | undefined> {
  try {
    return (await context.identity.isOurs()) ? await reconcile(context, key) : undefined;
  } catch (error) {
    logFailure(context.log, key, error);
    throw error;
  }
}

/** A conflict or a deleted Workload is an ordinary race, and the sweeps report an unavailable database. */
function logFailure(log: Logger, key: string, error: unknown): void {
  const isOrdinary = isConflict(error) || isNotFound(error) || isDatabaseUnavailable(error);
  const level = isOrdinary ? 'debug' : 'error';
  log[level]({ err: error, workload: key }, 'Could not process a workload, will retry');
}
