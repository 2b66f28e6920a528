/** What Kubernetes tells of a workload: its Events, newest first. */
import type { Workload } from '@gpulease/crds';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import { events, type Cluster, type Event } from '@gpulease/kube';

/** The Events of one Workload. One that is gone has none. */
export async function workloadEvents(cluster: Cluster, { metadata }: Workload): Promise<WorkloadEvent[]> {
  const { uid, namespace } = metadata;
  if (uid === undefined) return [];
  const { items } = await cluster.resource(events).list({ namespace, fieldSelector: `regarding.uid=${uid}` });
  return items.map(toWorkloadEvent);
}

function toWorkloadEvent({ eventTime, type, reason, note, series }: Event): WorkloadEvent {
  return {
    time: new Date(series?.lastObservedTime ?? eventTime).toISOString(),
    type: type === 'Warning' ? 'WARNING' : 'NORMAL',
    reason,
    message: note ?? '',
    count: series?.count ?? 1,
  };
}
