/** Pods outside the chart, for packets: an unrelated one, and one in the namespace of a second tenant. */
import { tenantNamespace } from '@gpulease/crds';
import type { Pod } from '@gpulease/kube';
import { applyObjects, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { readyPods } from '../cluster/pods.ts';
import { until } from '../until.ts';

const strangers = 'elsewhere';
const neighbour = 'neighbour';

export interface PodMetadata {
  name: string;
  namespace: string;
  labels: Record<string, string>;
}

interface Maker {
  /** Returns a pod that only waits, and answers packets if it can. */
  podOf: (metadata: PodMetadata) => object;
  /** Creates a pod in a tenant's namespace, as KubeVirt may. */
  makeMachine: (pod: object) => Promise<void>;
}

/** Creates the pods, and resolves when they are ready. */
export async function layOutOthers(
  cluster: Cluster,
  { podOf, makeMachine }: Maker,
): Promise<{ stranger: Pod; other: Pod }> {
  await applyObjects(cluster, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: strangers } },
    podOf({ name: 'stranger', namespace: strangers, labels: {} }),
    {
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'Tenant',
      metadata: { name: neighbour },
      spec: { username: neighbour },
    },
  ]);
  const namespace = tenantNamespace(neighbour);
  await until(() => makeMachine(podOf({ name: 'machine', namespace, labels: {} })));
  const [stranger] = await readyPods(cluster, `--namespace=${strangers}`);
  const [other] = await readyPods(cluster, `--namespace=${namespace}`);
  if (!stranger || !other) throw new Error('A pod is missing');
  return { stranger, other };
}
