/** What holds of a cluster with the chart, wherever it runs: `make kind-test` asks the same. */
import { labels } from '@gpulease/crds';
import type { Pod } from '@gpulease/kube';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import { until } from '../until.ts';
import type { Customer } from './customer.ts';
import { components, describePods, isReady, list, podsOf, type Component } from './pods.ts';

const image = { uid: 65_532, gid: 65_532 };

/** Throws what was found of something that there should be none of. */
export function none(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
}

/** Throws unless each program has its pods, two unless told, and all are ready. */
export async function allReady(
  cluster: Cluster,
  replicas: Readonly<Record<Component, number>> = { operator: 2, bff: 2, worker: 2 },
): Promise<void> {
  for (const component of components) {
    const [pods, wanted] = [await podsOf(cluster, [component]), replicas[component]];
    if (pods.filter(isReady).length !== wanted || pods.length !== wanted)
      throw new Error(`Not ${wanted} pods of ${component} that are ready: ${describePods(pods)}`);
  }
}

/** What a process may do beyond what it should, of its file `status` in /proc. */
export function privilegesIn(status: string): string[] {
  const wanted = {
    Uid: Array<number>(4).fill(image.uid).join('\t'),
    Gid: Array<number>(4).fill(image.gid).join('\t'),
    CapEff: '0000000000000000',
    CapBnd: '0000000000000000',
    NoNewPrivs: '1',
    Seccomp: '2',
  };
  return Object.entries(wanted)
    .filter(([name, value]) => !status.includes(`\n${name}:\t${value}\n`))
    .map(([name]) => new RegExp(`^${name}:.*`, 'm').exec(status)?.[0] ?? name);
}

/** Whether a process cannot write its root, of its file `mounts` in /proc. */
export function hasReadOnlyRoot(mounts: string): boolean {
  return /^\S+ \/ \S+ ro[, ]/m.test(mounts);
}

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
type Probed = Partial<Record<(typeof probes)[number], object>>;

/** The pod's name, unless kubelet probes it in every way and finds it well. */
export function withoutProbes({ metadata, spec, status }: Pod): string[] {
  const [container = {}] = (spec?.containers ?? []) as Probed[];
  const [state = {}] = (status?.containerStatuses ?? []) as { started?: boolean; ready?: boolean }[];
  const isWell = state.started === true && state.ready === true;
  return isWell && probes.every((probe) => container[probe] !== undefined) ? [] : [metadata.name];
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
