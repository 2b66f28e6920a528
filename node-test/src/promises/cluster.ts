/** What holds of a cluster with the chart, wherever it runs. */
import { labels } from '@gpulease/crds';
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import { components, describePods, isReady, list, podsOf } from '../cluster/pods.ts';
import { until } from '../until.ts';

/** Of each program. */
const replicas = 2;
/** In which everything has to be back. */
const patienceMs = 120_000;
/** Namespaces of those who come with the cluster: what they do after a fault is not ours. */
const namespacesOfOthers = ['kube-system', 'kubevirt', 'cdi', 'local-path-storage'];

/** Throws what was found of something that there should be none of. */
export function none(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
}

/** Throws unless each program has two pods and all are ready. */
export async function allReady(cluster: Cluster): Promise<void> {
  for (const component of components) {
    const pods = await podsOf(cluster, [component]);
    if (pods.filter(isReady).length !== replicas || pods.length !== replicas)
      throw new Error(`Not ${replicas} pods of ${component} that are ready: ${describePods(pods)}`);
  }
}

/** Resolves once all pods and nodes are ready again; throws what is not when that takes more than two minutes. */
export async function allBack(cluster: Cluster): Promise<void> {
  await until(async () => {
    await allReady(cluster);
    const all = await list<Pod>(cluster, 'pods', '--all-namespaces');
    const broken = all
      .filter(({ metadata }) => !namespacesOfOthers.includes(metadata.namespace ?? ''))
      .filter((pod) => describePods([pod]).includes('CrashLoopBackOff'));
    if (broken.length > 0) throw new Error(describePods(broken));
    await kubectl(cluster, ['wait', '--for=condition=Ready', '--timeout=1s', 'nodes', '--all']);
  }, patienceMs);
}

interface Region {
  status?: { conditions?: { type: string; status: string; message?: string }[] };
}

/** The operator looks soon after the first portal is ready. */
export function policiesEnforced(cluster: Cluster): Promise<void> {
  return until(async () => {
    const [region] = await list<Region>(cluster, 'regions.gpulease.dev');
    const said = region?.status?.conditions?.find(({ type }) => type === 'NetworkPoliciesEnforced');
    if (said?.status !== 'True')
      throw new Error(`It says ${said?.status ?? 'nothing'}: ${said?.message ?? ''}`);
  });
}

/** Throws unless an order led to one machine that runs. */
export async function doneOnce(cluster: Cluster, customer: Customer, name: string): Promise<void> {
  // Billing hears of a run a moment after the cluster.
  await until(async () => {
    const { runs } = await customer.untilStatus(name, 'RUNNING');
    if (runs.length !== 1) throw new Error(`${name} has ${runs.length} runs`);
  });
  const machines = (await customer.machines()).filter((machine) => machine === name);
  if (machines.length !== 1) throw new Error(`${name} is there ${machines.length} times`);
  const pods = await list<Pod>(cluster, 'pods', '--all-namespaces', `--selector=${labels.workload}=${name}`);
  if (pods.length !== 1) throw new Error(`${name} has ${pods.length} pods: ${describePods(pods)}`);
}
