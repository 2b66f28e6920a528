/** Reconciles Workloads one by one, each as a part of the request that has changed it. */
import { OpenRequests, requestIdOf } from '@gpulease/crds';
import { isConflict, isNotFound, parseObjectKey } from '@gpulease/kube';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { Logger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import type { WorkerContext } from './context.ts';
import { reconcile } from './reconcile.ts';

/** Subscribes to the informer of the context, and so is made before that is in sync. */
export function createReconciler(context: WorkerContext): (key: string) => Promise<number | undefined> {
  const { workloads } = context;
  const requests = new OpenRequests(requestIdOf);
  workloads.onChange((key, before, after) => {
    // What is at rest when it is first seen came to rest before this worker began.
    if (before === undefined && after !== undefined) requests.note(key, after);
  });
  return async (key) => {
    const workload = workloads.store.get(parseObjectKey(key));
    const request = workload && requests.of(key, workload);
    const requeue = await withRequestId(request, () => workOn(context, key));
    // Not before it has succeeded: billing has to see that the machine runs.
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

/** Somebody else wrote first, or the Workload is gone: an ordinary race. That the database is away is said by the sweeps. */
function logFailure(log: Logger, key: string, error: unknown): void {
  const isOrdinary = isConflict(error) || isNotFound(error) || isDatabaseUnavailable(error);
  const level = isOrdinary ? 'debug' : 'error';
  log[level]({ err: error, workload: key }, 'A workload will be looked at again');
}
