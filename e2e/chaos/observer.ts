import { setTimeout as delay } from 'node:timers/promises';
import { kubectlGet } from '../support/kubectl.ts';

const sampleMs = 2_000;

interface List<T> {
  items: T[];
}

interface Metadata {
  name: string;
  namespace?: string;
  uid: string;
  labels?: Record<string, string>;
  deletionTimestamp?: string;
}

interface Pod {
  metadata: Metadata;
  spec: {
    nodeName?: string;
    containers: { resources?: { requests?: Record<string, string> } }[];
  };
  status: { phase: string };
}

interface Node {
  metadata: Metadata;
  status: { allocatable: Record<string, string> };
}

interface Instance {
  metadata: Metadata;
  status?: { phase?: string };
}

/** A machine that the cluster reported as running. */
export interface Sighting {
  /** The Workload's name, which is the machine's without its suffix. */
  workload: string;
  instance: string;
  /** Times of the request to the cluster and of its response, between which the machine ran. */
  from: number;
  to: number;
  isEnding: boolean;
}

/** Observes the cluster from outside every two seconds, and records what it saw. */
export class Observer {
  readonly sightings: Sighting[] = [];
  readonly problems: string[] = [];
  samples = 0;

  async watch(ends: AbortSignal): Promise<void> {
    while (!ends.aborted) {
      // Samples fail while the API server is down.
      await this.#sample().catch(() => undefined);
      await delay(sampleMs, undefined, { signal: ends }).catch(() => undefined);
    }
  }

  async #sample(): Promise<void> {
    const [pods, nodes] = await Promise.all([
      kubectlGet<List<Pod>>(['pods', '-A']),
      kubectlGet<List<Node>>(['nodes']),
    ]);
    const from = Date.now();
    const instances = await kubectlGet<List<Instance>>(['virtualmachineinstances.kubevirt.io', '-A']);
    const to = Date.now();
    this.samples += 1;
    this.problems.push(...overbooked(pods.items, nodes.items, new Date(from)));
    for (const { metadata, status } of instances.items) {
      if (status?.phase !== 'Running') continue;
      const workload = metadata.labels?.['gpulease.dev/workload'] ?? metadata.name;
      const isEnding = metadata.deletionTimestamp !== undefined;
      this.sightings.push({ workload, instance: metadata.uid, from, to, isEnding });
    }
  }
}

function overbooked(pods: readonly Pod[], nodes: readonly Node[], at: Date): string[] {
  const used = new Map<string, number>();
  for (const { spec, status } of pods) {
    if (spec.nodeName === undefined || ['Succeeded', 'Failed'].includes(status.phase)) continue;
    for (const [resource, count] of gpusOf(spec.containers)) {
      const key = `${spec.nodeName}/${resource}`;
      used.set(key, (used.get(key) ?? 0) + count);
    }
  }
  const there = new Map(
    nodes.flatMap(({ metadata, status }) =>
      Object.entries(status.allocatable).map(([resource, count]) => [
        `${metadata.name}/${resource}`,
        Number(count),
      ]),
    ),
  );
  return [...used]
    .filter(([key, count]) => count > (there.get(key) ?? 0))
    .map(([key, count]) => `${at.toISOString()}: ${count} of ${key} are used, ${there.get(key) ?? 0} exist`);
}

function gpusOf(containers: Pod['spec']['containers']): [string, number][] {
  return containers
    .flatMap(({ resources }) => Object.entries(resources?.requests ?? {}))
    .filter(([resource]) => resource.startsWith('nvidia.com/'))
    .map(([resource, count]) => [resource, Number(count)]);
}
