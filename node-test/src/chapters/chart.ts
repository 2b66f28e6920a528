/** The chart comes up as its manifests say, and that is so in the kernel and not in the manifests alone. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQuantity, type Pod } from '@gpulease/kube';
import {
  allowMachines,
  installCatalogue,
  installChart,
  installDatabase,
  kubevirtProcess,
  prepareNamespace,
} from '../cluster/install.ts';
import { errorsIn } from '../cluster/logs.ts';
import { components, describePods, isReady, podsOf, processesOf, readProcess } from '../cluster/pods.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import type { Scene } from './scene.ts';

const image = { uid: 65_532, gid: 65_532 };
const replicas = 2;

/** Installs all. Whether it can be gone on with. */
export async function chartChapter(scene: Scene, chart: string): Promise<boolean> {
  const { report, cluster, accounts, places, node } = scene;
  report.chapter('The chart');
  const isThere =
    (await report.holds('PostgreSQL runs as a pod, with its data on the node', () =>
      installDatabase(cluster, accounts, places.database),
    )) &&
    (await report.holds('the simulated KubeVirt serves', async () => {
      await node.start(kubevirtProcess(kubeconfigOf(node.controlPlane, 'kubevirt')));
      await allowMachines(cluster);
    })) &&
    (await report.holds(
      'helm installs the packed chart, its migration ends and all is rolled out',
      async () => {
        await prepareNamespace(cluster, accounts);
        await installChart(cluster, chart, places.home);
      },
    ));
  if (!isThere) return false;
  await report.holds('two pods each of operator, portal and billing are ready', () => allReady(cluster));
  await provePods(scene);
  await report.holds('the catalogue is taken', () => installCatalogue(cluster));
  await report.holds('nothing is logged as an error', async () =>
    none('Errors', errorsIn(places.podLogs, await podsOf(cluster))),
  );
  return true;
}

/** Throws unless each program has its two pods, and all are ready. */
export async function allReady(cluster: Scene['cluster']): Promise<void> {
  for (const component of components) {
    const pods = await podsOf(cluster, [component]);
    if (pods.filter(isReady).length !== replicas || pods.length !== replicas)
      throw new Error(`Not ${replicas} pods of ${component} that are ready: ${describePods(pods)}`);
  }
}

async function provePods({ report, cluster }: Scene): Promise<void> {
  const pods = await podsOf(cluster);
  await report.holds(
    'each runs as user 65532 without rights, cannot gain any, and is filtered by seccomp',
    () => none('Processes with more', pods.flatMap(privileges)),
  );
  await report.holds('each has a root that it cannot write', () =>
    none('Processes that can', pods.flatMap(writableRoots)),
  );
  await report.holds('each has the limit of memory that the chart says', () =>
    none('Others', pods.flatMap(wrongLimits)),
  );
  await report.holds('kubelet probes each: whether it started, lives and is ready', () =>
    none('Containers without', pods.flatMap(withoutProbes)),
  );
}

function none(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
}

/** What a process of a pod may do beyond what it should, as the kernel tells it. */
function privileges(pod: Pod): string[] {
  const processes = processesOf(pod);
  if (processes.length === 0) return [`${pod.metadata.name} has no process`];
  return processes.flatMap((pid) => {
    const status = readProcess(pid, 'status');
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
      .map(([name]) => `${pod.metadata.name}: ${new RegExp(`^${name}:.*`, 'm').exec(status)?.[0] ?? name}`);
  });
}

function writableRoots(pod: Pod): string[] {
  return processesOf(pod)
    .filter((pid) => !/^\S+ \/ \S+ ro[, ]/m.test(readProcess(pid, 'mounts')))
    .map((pid) => `${pod.metadata.name}: process ${pid}`);
}

function wrongLimits(pod: Pod): string[] {
  const [pid] = processesOf(pod);
  const wanted = parseQuantity(pod.spec?.containers[0]?.resources?.limits?.memory ?? '0');
  const found = memoryLimit(readProcess(pid ?? 0, 'cgroup'));
  return wanted === found ? [] : [`${pod.metadata.name}: ${found} bytes, not ${wanted}`];
}

/** The limit of a cgroup, of version 1 or 2. */
function memoryLimit(cgroup: string): number {
  const own = /^\d+:memory:(.*)$/m.exec(cgroup)?.[1];
  const file =
    own === undefined
      ? join('/sys/fs/cgroup', /^0::(.*)$/m.exec(cgroup)?.[1] ?? '', 'memory.max')
      : join('/sys/fs/cgroup/memory', own, 'memory.limit_in_bytes');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
type Probed = Partial<Record<(typeof probes)[number], object>>;

function withoutProbes({ metadata, spec, status }: Pod): string[] {
  const [container = {}] = (spec?.containers ?? []) as Probed[];
  const [state = {}] = (status?.containerStatuses ?? []) as { started?: boolean; ready?: boolean }[];
  const isWell = state.started === true && state.ready === true;
  return isWell && probes.every((probe) => container[probe] !== undefined) ? [] : [metadata.name];
}
