/** Assertions about a cluster with the chart, wherever it runs. */
import { setTimeout as delay } from 'node:timers/promises';
import { labels } from '@gpulease/crds';
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import { components, describePods, isReady, list, podsOf } from '../cluster/pods.ts';
import { until } from '../until.ts';

/** Replicas of each program. */
const replicas = 2;
/** Time in which everything must be back. */
const patienceMs = 120_000;
/** Namespaces of programs that come with the cluster, whose behavior after a fault is out of scope. */
const namespacesOfOthers = ['kube-system', 'kubevirt', 'cdi', 'local-path-storage'];

/** Throws if anything was found. */
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

/**
 * Resolves once all pods and nodes are ready again, with the seconds since `from`, a time of `performance.now()`. Throws with
 * what is not ready after two minutes.
 */
export async function allBack(cluster: Cluster, from: number): Promise<number> {
  await until(
    async () => {
      await allReady(cluster);
      await kubectl(cluster, ['wait', '--for=condition=Ready', '--timeout=1s', 'nodes', '--all']);
    },
    from + patienceMs - performance.now(),
  );
  const tookMs = performance.now() - from;
  if (tookMs > patienceMs) throw new Error(`All was back only after ${Math.round(tookMs / 1_000)} s`);
  return tookMs / 1_000;
}

/** Does some work. Throws if any pods were in CrashLoopBackOff at any moment meanwhile. */
export async function withoutCrashLoops<R>(cluster: Cluster, work: () => Promise<R>): Promise<R> {
  const done = work();
  const seen = await seenUntil(done, () => crashLoops(cluster));
  const result = await done;
  none('In CrashLoopBackOff meanwhile', seen);
  return result;
}

/** Returns the pods in CrashLoopBackOff; none while the API server is away. */
async function crashLoops(cluster: Cluster): Promise<string[]> {
  const all = await list<Pod>(cluster, 'pods', '--all-namespaces').catch(() => []);
  return all
    .filter(({ metadata }) => !namespacesOfOthers.includes(metadata.namespace ?? ''))
    .map((pod) => describePods([pod]))
    .filter((words) => words.includes('CrashLoopBackOff'));
}

/** Returns everything that `look`, called once a second, finds until `end` settles. */
export async function seenUntil(
  end: Promise<unknown>,
  look: () => Promise<readonly string[]>,
): Promise<string[]> {
  const seen = new Set<string>();
  const ended = end.then(
    () => true,
    () => true,
  );
  for (let isOver = false; !isOver;) {
    for (const found of await look()) seen.add(found);
    isOver = await Promise.race([ended, delay(1_000, false)]);
  }
  return [...seen];
}

/**
 * Resolves once the pods of GPULease's programs, or those on one node, run in containers that started after `moment`, in
 * milliseconds since the epoch. After a power cut, the API server shows a node's former state until kubelet reports.
 */
export async function startedSince(cluster: Cluster, moment: number, node?: string): Promise<void> {
  await until(async () => {
    const pods = (await podsOf(cluster)).filter(({ spec }) => node === undefined || spec?.nodeName === node);
    const old = pods.filter((pod) => !hasStartedSince(pod, moment));
    if (old.length > 0) throw new Error(`Not started since the power came back: ${describePods(old)}`);
  }, patienceMs);
}

/** Returns whether a pod's container started since `moment`, rounded down because kubelet writes whole seconds. */
export function hasStartedSince({ status }: Pod, moment: number): boolean {
  const startedAt = status?.containerStatuses?.[0]?.state?.running?.startedAt;
  return startedAt !== undefined && Date.parse(startedAt) >= Math.floor(moment / 1_000) * 1_000;
}

interface Region {
  status?: { conditions?: { type: string; status: string; message?: string }[] };
}

/** Waits for the operator's check, which runs soon after the first portal is ready. */
export function policiesEnforced(cluster: Cluster): Promise<void> {
  return until(async () => {
    const [region] = await list<Region>(cluster, 'regions.gpulease.dev');
    const said = region?.status?.conditions?.find(({ type }) => type === 'NetworkPoliciesEnforced');
    if (said?.status !== 'True')
      throw new Error(`It says ${said?.status ?? 'nothing'}: ${said?.message ?? ''}`);
  });
}

/** Throws unless an order led to exactly one running machine. */
export async function doneOnce(cluster: Cluster, customer: Customer, name: string): Promise<void> {
  // Billing learns of a run a moment after the cluster.
  await until(async () => {
    const { runs } = await customer.untilStatus(name, 'RUNNING');
    if (runs.length !== 1) throw new Error(`${name} has ${runs.length} runs`);
  });
  const machines = (await customer.machines()).filter((machine) => machine === name);
  if (machines.length !== 1) throw new Error(`${name} is there ${machines.length} times`);
  const pods = await list<Pod>(cluster, 'pods', '--all-namespaces', `--selector=${labels.workload}=${name}`);
  if (pods.length !== 1) throw new Error(`${name} has ${pods.length} pods: ${describePods(pods)}`);
}
