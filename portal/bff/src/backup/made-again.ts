/** What of an object goes into another cluster: what somebody wrote, and what nobody could find out again. Pure. */
import { finalizers, labels, type Workload, type WorkloadStatus } from '@gpulease/crds';
import type { ApiObject } from '@gpulease/kube';

/** The object without what the API server and the controllers of the old cluster gave it. */
export function madeAgain<T extends ApiObject>(object: T): T {
  const { metadata, status: _, ...written } = object as T & { status?: unknown };
  const { name, namespace, labels, annotations } = metadata;
  return { ...written, metadata: defined({ name, namespace, labels, annotations }) } as T;
}

/**
 * The Workload with its finalizers and with the id of its order, by which the books know it again, also where kubectl made
 * it. Without its freeze, which whoever makes it may not set.
 */
export function workloadAgain(workload: Workload): Workload {
  const again = madeAgain(workload);
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
 * What the operator would do wrong without: what was ordered, why it must not start, which starts are done, and that there
 * was a disk. That has another uid here, if it is here at all, so the operator says that it is lost and starts nothing on an
 * empty one unasked. Runs are in the books. undefined: nothing.
 */
export function statusAgain({ status = {} }: Workload): WorkloadStatus | undefined {
  const { resources, rootDiskSize, rootDiskClaim, halt, restartedAt } = status;
  const hasRun = rootDiskClaim !== undefined || halt !== undefined;
  const kept = defined({ resources, rootDiskSize, rootDiskClaim, halt, restartedAt });
  if (Object.keys(kept).length === 0) return undefined;
  return { ...kept, ...(hasRun && { phase: 'Stopped' }) };
}

/** Whether a Workload in the cluster is that of the backup, made again by a run that ended before it wrote the status. */
export function isHalfMade(there: Workload, workload: Workload): boolean {
  const { rootDiskClaim, halt, runs = [] } = there.status ?? {};
  const isAgain = there.metadata.uid !== workload.metadata.uid;
  const order = workloadAgain(workload).metadata.labels?.[labels.order];
  const isOurs = order !== undefined && there.metadata.labels?.[labels.order] === order;
  return isAgain && isOurs && rootDiskClaim === undefined && halt === undefined && runs.length === 0;
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
