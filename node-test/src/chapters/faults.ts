/** Faults of a real node. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pod } from '@gpulease/kube';
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import {
  components,
  describePods,
  list,
  podsOf,
  processesOf,
  systemNamespace,
  type Component,
} from '../cluster/pods.ts';
import { nodeName } from '../node/places.ts';
import { databaseNamespace } from '../postgres.ts';
import { allReady } from '../promises/cluster.ts';
import { drain, proveFaults, type Fault } from '../promises/faults.ts';
import { Pulse } from '../pulse.ts';
import { portalUrl } from './order.ts';
import type { Scene } from './scene.ts';
import { until } from '../until.ts';

/** Time in which kubelet must notice that a container ended. */
const patienceMs = 120_000;
/** Longer than the 40 seconds after which a node counts as lost. */
const kubeletAwayMs = 50_000;
const apiServerAwayMs = 20_000;
const drainSeconds = 30;

/** Starts requests to the portal, whose measurement continues after the power cut, and strikes each fault. */
export async function faultsChapter(scene: Scene, customer: Customer): Promise<void> {
  const { report, cluster, places } = scene;
  const caller = { url: await portalUrl(cluster), cookie: customer.session.cookie };
  const pulse = Pulse.begin(places.pulse, caller);
  await proveFaults({ report, cluster, customer, pulse }, faultsOf(scene));
}

function faultsOf({ cluster, node }: Scene): Fault[] {
  return [
    ...components.map((component) => ({
      name: `all pods of ${component} killed`,
      strike: () => killPods(cluster, component),
    })),
    { name: 'PostgreSQL killed', strike: () => killDatabase(cluster) },
    {
      name: `the API server away for ${apiServerAwayMs / 1000} seconds`,
      strike: async () => {
        await renew(cluster, 'operator');
        await isAway(node, 'kube-apiserver', apiServerAwayMs);
      },
    },
    {
      name: `kubelet away for ${kubeletAwayMs / 1000} seconds`,
      strike: () => isAway(node, 'kubelet', kubeletAwayMs),
    },
    { name: 'the node drained', strike: () => drainOnlyNode(cluster) },
  ];
}

/** Kills the processes of all pods of a program at once, as the kernel does when memory runs out. */
async function killPods(cluster: Scene['cluster'], component: Component): Promise<void> {
  const pods = await podsOf(cluster, [component]);
  await kill(cluster, pods);
}

async function killDatabase(cluster: Scene['cluster']): Promise<void> {
  const pods = await list<Pod>(cluster, 'pods', `--namespace=${databaseNamespace}`);
  await kill(cluster, pods);
}

/** Kills each pod's first process, with which its container ends. Resolves when kubelet has noticed. */
async function kill(cluster: Scene['cluster'], pods: readonly Pod[]): Promise<void> {
  const pids = pods.flatMap((pod) => processesOf(pod).slice(0, 1));
  if (pids.length === 0 || pids.length < pods.length)
    throw new Error(`Not all have a process: ${describePods(pods)}`);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await untilNoticed(cluster, pods);
}

/** Waits until kubelet counts another restart, so that later assertions do not see the state before it. */
async function untilNoticed(cluster: Scene['cluster'], before: readonly Pod[]): Promise<void> {
  const restarts = ({ status }: Pod) => status?.containerStatuses?.[0]?.restartCount ?? 0;
  await until(async () => {
    const now = await list<Pod>(cluster, 'pods', '--all-namespaces');
    for (const pod of before) {
      const later = now.find(({ metadata }) => metadata.uid === pod.metadata.uid);
      if (later && restarts(later) === restarts(pod))
        throw new Error(`${pod.metadata.name} was not restarted`);
    }
  }, patienceMs);
}

/**
 * Replaces a program's pods. An operator that loses its lease exits and is restarted. kubelet delays that with CrashLoopBackOff
 * only if the same container restarted within the previous ten minutes, as it did here in an earlier fault.
 */
async function renew(cluster: Scene['cluster'], component: Component): Promise<void> {
  const selector = `--selector=app.kubernetes.io/component=${component}`;
  await kubectl(cluster, ['delete', 'pods', `--namespace=${systemNamespace}`, selector]);
  await until(() => allReady(cluster), patienceMs);
}

async function isAway(node: Scene['node'], program: string, milliseconds: number): Promise<void> {
  await node.stop(program);
  await delay(milliseconds);
  await node.start(program);
}

/** Drains the only node; the disruption budget of each program must keep its last pod. */
async function drainOnlyNode(cluster: Scene['cluster']): Promise<void> {
  if (await drain(cluster, nodeName, drainSeconds))
    throw new Error('kubectl drained the node although nobody else runs the pods');
}
