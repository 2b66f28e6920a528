import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { until } from '../until.ts';

export const systemNamespace = 'gpulease-system';
/** The programs of the chart, by the component that their pods name. */
export const components = ['operator', 'bff', 'worker'] as const;
export type Component = (typeof components)[number];

/** The objects that `kubectl get` finds. */
export async function list<T>(cluster: Cluster, ...args: readonly string[]): Promise<T[]> {
  const found = JSON.parse(await kubectl(cluster, ['get', ...args, '--output=json'])) as { items: T[] };
  return found.items;
}

/** The pods of our programs, or of one of them, that are not on their way out. */
export async function podsOf(cluster: Cluster, of: readonly Component[] = components): Promise<Pod[]> {
  const selector = `--selector=app.kubernetes.io/component in (${of.join(',')})`;
  const pods = await list<Pod>(cluster, 'pods', `--namespace=${systemNamespace}`, selector);
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

export function isReady({ status }: Pod): boolean {
  return (status?.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True');
}

/** Pods that `kubectl get pods` finds with these options, once one of them is ready: those that are. */
export function readyPods(cluster: Cluster, ...where: readonly string[]): Promise<Pod[]> {
  return until(async () => {
    const pods = (await list<Pod>(cluster, 'pods', ...where)).filter(isReady);
    if (pods.length === 0) throw new Error(`No pod is ready in ${where.join(' ')}`);
    return pods;
  });
}

/** Two pods of a program, one to send and one to be sent to: what a pod sends itself passes no policy. */
export async function pairOf(cluster: Cluster, of: Component): Promise<{ sender: Pod; receiver: Pod }> {
  const [sender, receiver] = (await podsOf(cluster, [of])).filter(isReady);
  if (!sender || !receiver) throw new Error(`There are no two pods of ${of}`);
  return { sender, receiver };
}

/** Pods, in a few words for people who have to look after them. */
export function describePods(pods: readonly Pod[]): string {
  return pods.map(describe).join('; ');
}

function describe(pod: Pod): string {
  const waiting = (pod.status?.containerStatuses ?? []).map(({ state }) => state?.waiting?.reason ?? '');
  const words = [pod.status?.phase ?? 'unknown', isReady(pod) ? 'ready' : 'not ready', ...waiting];
  return `${pod.metadata.name}: ${words.filter(Boolean).join(', ')}`;
}

/** The processes of a pod on this node, its first one first, without the one that only holds its namespaces. */
export function processesOf({ metadata }: Pod): number[] {
  const cgroup = `/pod${metadata.uid ?? ''}/`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProcess(pid, 'cgroup').includes(cgroup))
    .filter((pid) => readProcess(pid, 'cmdline') !== '/pod\0')
    .map(Number)
    .sort((left, right) => left - right);
}

/** A file of /proc of a process; empty when it has ended. */
export function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8');
  } catch {
    return '';
  }
}
