/** The parts of an object to restore into another cluster: written fields, and state that cannot be rebuilt. Pure. */
import { finalizers, labels, type Workload, type WorkloadStatus } from '@gpulease/crds';
import type { ApiObject } from '@gpulease/kube';

/** Returns the object without fields set by the old cluster's API server and controllers. */
export function restoredObject<T extends ApiObject>(object: T): T {
  const { metadata, status: _, ...written } = object as T & { status?: unknown };
  const { name, namespace, labels, annotations } = metadata;
  return { ...written, metadata: defined({ name, namespace, labels, annotations }) } as T;
}

/**
 * Returns the Workload with its finalizers and the id of its order, by which the books identify it, even if kubectl created
 * it. Omits the freeze, which must not be set at creation.
 */
export function restoredWorkload(workload: Workload): Workload {
  const again = restoredObject(workload);
  const { freeze: _, ...spec } = again.spec;
  const order = workload.status?.billing?.orderId ?? workload.metadata.labels?.[labels.order];
  return {
    ...again,
    spec,
    metadata: {
      ...again.metadata,
      labels: { ...again.metadata.labels, ...(order !== undefined && { [labels.order]: order }) },
      finalizers: [finalizers.workload, finalizers.billing],
    },
  };
}

/**
 * Returns the status that the operator needs: ordered resources, halt, handled restarts, and the root disk's claim. That
 * claim has another uid in this cluster, if it exists, so the operator reports the disk as lost and does not start the
 * machine on an empty one. Runs are in the books. Returns undefined if there is nothing to keep.
 */
export function restoredStatus({ status = {} }: Workload): WorkloadStatus | undefined {
  const { resources, rootDiskSize, rootDiskClaim, halt, restartedAt } = status;
  const hasRun = rootDiskClaim !== undefined || halt !== undefined;
  const kept = defined({ resources, rootDiskSize, rootDiskClaim, halt, restartedAt });
  if (Object.keys(kept).length === 0) return undefined;
  return { ...kept, ...(hasRun && { phase: 'Stopped' }) };
}

/** Whether a Workload was restored from the backup by an interrupted run that did not write its status. */
export function isPartlyRestored(there: Workload, workload: Workload): boolean {
  const { rootDiskClaim, halt, runs = [] } = there.status ?? {};
  const isAgain = there.metadata.uid !== workload.metadata.uid;
  const order = restoredWorkload(workload).metadata.labels?.[labels.order];
  const isOurs = order !== undefined && there.metadata.labels?.[labels.order] === order;
  return isAgain && isOurs && rootDiskClaim === undefined && halt === undefined && runs.length === 0;
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
