import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { until } from '../until.ts';

export const systemNamespace = 'gpulease-system';
/** The programs of the chart, by the component label of their pods. */
export const components = ['operator', 'bff', 'worker'] as const;
export type Component = (typeof components)[number];

/** Returns the objects that `kubectl get` finds. */
export async function list<T>(cluster: Cluster, ...args: readonly string[]): Promise<T[]> {
  const found = JSON.parse(await kubectl(cluster, ['get', ...args, '--output=json'])) as { items: T[] };
  return found.items;
}

/** Returns the pods of the given programs that are not terminating. */
export async function podsOf(cluster: Cluster, of: readonly Component[] = components): Promise<Pod[]> {
  const selector = `--selector=app.kubernetes.io/component in (${of.join(',')})`;
  const pods = await list<Pod>(cluster, 'pods', `--namespace=${systemNamespace}`, selector);
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

export function isReady({ status }: Pod): boolean {
  return (status?.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True');
}

/** Waits until `kubectl get pods` finds a ready pod with these options, and returns all ready ones. */
export function readyPods(cluster: Cluster, ...where: readonly string[]): Promise<Pod[]> {
  return until(async () => {
    const pods = (await list<Pod>(cluster, 'pods', ...where)).filter(isReady);
    if (pods.length === 0) throw new Error(`No pod is ready in ${where.join(' ')}`);
    return pods;
  });
}

/** Returns two pods of a program, because policies do not apply to packets from a pod to itself. */
export async function pairOf(cluster: Cluster, of: Component): Promise<{ sender: Pod; receiver: Pod }> {
  const [sender, receiver] = (await podsOf(cluster, [of])).filter(isReady);
  if (!sender || !receiver) throw new Error(`There are no two pods of ${of}`);
  return { sender, receiver };
}

/** Describes pods in a few words, for error messages. */
export function describePods(pods: readonly Pod[]): string {
  return pods.map(describe).join('; ');
}

function describe(pod: Pod): string {
  const waiting = (pod.status?.containerStatuses ?? []).map(({ state }) => state?.waiting?.reason ?? '');
  const words = [pod.status?.phase ?? 'unknown', isReady(pod) ? 'ready' : 'not ready', ...waiting];
  return `${pod.metadata.name}: ${words.filter(Boolean).join(', ')}`;
}

/** Returns the process IDs of a pod on this node, its first one first, without the pause process. */
export function processesOf({ metadata }: Pod): number[] {
  const cgroup = `/pod${metadata.uid ?? ''}/`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProcess(pid, 'cgroup').includes(cgroup))
    .filter((pid) => readProcess(pid, 'cmdline') !== '/pod\0')
    .map(Number)
    .sort((left, right) => left - right);
}

/** Returns a file of a process in /proc; empty if the process has ended. */
export function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8');
  } catch {
    return '';
  }
}
