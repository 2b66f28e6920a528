import { fieldManagers, finalizers, workloadLabels, type Workload } from '@gpulease/crds';
import { hasFinalizer, removeFinalizer } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import type { Scope } from '../scope.ts';

/**
 * Sets ours and billing's finalizer and the labels before anything is made, and removes ours when everything is gone.
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
  // Else the watch, which tells of this write later, would seem to take back the place that is given next.
  observe(written);
  return true;
}

/** Those that are not there, or lie; a policy of the chart keeps others from setting them wrong again. */
function wrongLabels({ metadata: { namespace = '', labels = {} }, spec }: Workload): Record<string, string> {
  const wanted = Object.entries(workloadLabels(namespace, spec));
  return Object.fromEntries(wanted.filter(([name, value]) => labels[name] !== value));
}
