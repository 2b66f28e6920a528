import { fieldManagers, finalizers, workloadLabels, type Workload } from '@gpulease/crds';
import { hasFinalizer, removeFinalizer } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import type { Scope } from '../scope.ts';

/**
 * Sets our finalizer, billing's and the labels before anything is created, and removes ours once everything is gone.
 * Returns whether the workload was changed.
 */
export async function keepFinalizersAndLabels(
  { workload, tenant }: Scope,
  { workloads, caches, observe }: WorkloadContext,
): Promise<boolean> {
  if (workload.metadata.deletionTimestamp !== undefined) {
    if (workload.status?.phase !== 'Destroyed' || !hasFinalizer(workload, finalizers.workload)) return false;
    const left = await removeFinalizer(workloads, workload, finalizers.workload);
    if (left !== undefined) caches.workloads.remember(left);
    return false;
  }
  const missing = [finalizers.workload, finalizers.billing].filter(
    (finalizer) => !hasFinalizer(workload, finalizer),
  );
  const labels = tenant === undefined ? {} : wrongLabels(workload);
  if (missing.length === 0 && Object.keys(labels).length === 0) return false;
  const { uid, finalizers: present = [], resourceVersion } = workload.metadata;
  const patch = { metadata: { uid, resourceVersion, finalizers: [...present, ...missing], labels } };
  const options = { fieldManager: fieldManagers.operator };
  const written = await workloads.mergePatch(workload.metadata, patch, options);
  caches.workloads.remember(written);
  // Otherwise the watch event of this write, which arrives later, would seem to revoke the place that is assigned next.
  observe(written);
  return true;
}

/** Returns the correct values of missing or wrong labels; a policy of the chart keeps others from changing them again. */
function wrongLabels({ metadata: { namespace = '', labels = {} }, spec }: Workload): Record<string, string> {
  const wanted = Object.entries(workloadLabels(namespace, spec));
  return Object.fromEntries(wanted.filter(([name, value]) => labels[name] !== value));
}
