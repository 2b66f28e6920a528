/** What is killed, stopped or taken away comes back by itself, and orders of that time are done once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pod } from '@gpulease/kube';
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import {
  components,
  describePods,
  isReady,
  list,
  podsOf,
  processesOf,
  type Component,
} from '../cluster/pods.ts';
import { allReady, doneOnce } from '../cluster/promises.ts';
import { nodeName } from '../node/places.ts';
import { databaseNamespace } from '../postgres.ts';
import type { Scene } from './scene.ts';
import { until } from '../until.ts';

const minute = 60_000;
/** In which everything has to be back. */
const patienceMs = 2 * minute;
/** Longer than the 40 seconds after which a node counts as lost. */
const kubeletAwayMs = 50_000;
const apiServerAwayMs = 20_000;
const drainSeconds = 30;

interface Fault {
  name: string;
  /** Does the harm, and resolves when the time begins in which all has to come back. */
  strike: (scene: Scene) => Promise<void>;
}

const faults: Fault[] = [
  ...components.map((component) => ({
    name: `all pods of ${component} killed`,
    strike: ({ cluster }: Scene) => killPods(cluster, component),
  })),
  { name: 'PostgreSQL killed', strike: ({ cluster }) => killDatabase(cluster) },
  {
    name: `the API server away for ${apiServerAwayMs / 1000} seconds`,
    strike: ({ node }) => isAway(node, 'kube-apiserver', apiServerAwayMs),
  },
  {
    name: `kubelet away for ${kubeletAwayMs / 1000} seconds`,
    strike: ({ node }) => isAway(node, 'kubelet', kubeletAwayMs),
  },
  { name: 'the node drained', strike: drain },
];

export async function faultsChapter(scene: Scene, customer: Customer): Promise<void> {
  const { report } = scene;
  report.chapter('Faults');
  for (const [index, { name, strike }] of faults.entries()) {
    const machine = `fault-${index}`;
    let order: Promise<void> | undefined;
    await report.holds(
      `${name}: all is back within two minutes, and nothing in CrashLoopBackOff`,
      async () => {
        const struck = strike(scene);
        order = customer.order(machine);
        order.catch(() => undefined);
        await struck;
        await allBack(scene);
      },
    );
    await report.holds(`${name}: the order of that time is done once`, async () => {
      await order;
      await doneOnce(scene.cluster, customer, machine);
    });
    await report.holds(`${name}: its machine can be destroyed afterwards`, () => customer.destroy(machine));
  }
}

/** Resolves once all pods are ready again; throws what is not when that takes more than two minutes. */
export async function allBack({ cluster }: Scene): Promise<void> {
  await until(async () => {
    await allReady(cluster);
    const all = await list<Pod>(cluster, 'pods', '--all-namespaces');
    const broken = all.filter((pod) => describePods([pod]).includes('CrashLoopBackOff'));
    if (broken.length > 0) throw new Error(describePods(broken));
    await kubectl(cluster, ['wait', '--for=condition=Ready', '--timeout=1s', `node/${nodeName}`]);
  }, patienceMs);
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

/** With its first process all others of a container end. Resolves when kubelet has noticed. */
async function kill(cluster: Scene['cluster'], pods: readonly Pod[]): Promise<void> {
  const pids = pods.flatMap((pod) => processesOf(pod).slice(0, 1));
  if (pids.length === 0 || pids.length < pods.length)
    throw new Error(`Not all have a process: ${describePods(pods)}`);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await untilNoticed(cluster, pods);
}

/** Until kubelet counts one more restart, so that what follows is not said of the time before. */
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

async function isAway(node: Scene['node'], program: string, milliseconds: number): Promise<void> {
  await node.stop(program);
  await delay(milliseconds);
  await node.start(program);
}

/** Drains the node of our pods for a while. There is no other, so the last of each program has to stay, by its budget. */
async function drain({ cluster }: Scene): Promise<void> {
  const selector = `--pod-selector=app.kubernetes.io/component in (${components.join(',')})`;
  const options = ['--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${drainSeconds}s`];
  const drained = kubectl(cluster, ['drain', nodeName, selector, ...options]).then(
    () => 'drained',
    () => 'not drained',
  );
  try {
    const faultsSeen = await watchBudgets(cluster, drained);
    if ((await drained) === 'drained')
      throw new Error('kubectl drained the node although nobody else runs the pods');
    if (faultsSeen.length > 0) throw new Error(faultsSeen.join('; '));
  } finally {
    await kubectl(cluster, ['uncordon', nodeName]);
  }
}

/** The programs that had no pod that was ready at some moment until `end`. */
async function watchBudgets(cluster: Scene['cluster'], end: Promise<string>): Promise<string[]> {
  const seen = new Set<string>();
  for (let isOver = false; !isOver;) {
    for (const component of components)
      if (!(await podsOf(cluster, [component])).some(isReady)) seen.add(`No pod of ${component} was ready`);
    isOver = await Promise.race([end.then(() => true), delay(1_000).then(() => false)]);
  }
  return [...seen];
}
