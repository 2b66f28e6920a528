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
import { podsOf, processesOf, readProcess } from '../cluster/pods.ts';
import {
  allReady,
  hasReadOnlyRoot,
  none,
  policiesEnforced,
  privilegesIn,
  withoutProbes,
} from '../cluster/promises.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import type { Scene } from './scene.ts';

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
  await report.holds('the Region says that NetworkPolicies are enforced', () => policiesEnforced(cluster));
  await nothingLogged(scene);
  return true;
}

/** Until faults begin nothing is wrong. */
export async function nothingLogged({ report, cluster, places }: Scene): Promise<void> {
  await report.holds('nothing is logged as an error', async () =>
    none('Errors', errorsIn(places.podLogs, await podsOf(cluster))),
  );
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

/** What the processes of a pod may do beyond what they should, as the kernel tells it. */
function privileges(pod: Pod): string[] {
  const processes = processesOf(pod);
  if (processes.length === 0) return [`${pod.metadata.name} has no process`];
  return processes.flatMap((pid) =>
    privilegesIn(readProcess(pid, 'status')).map((line) => `${pod.metadata.name}: ${line}`),
  );
}

function writableRoots(pod: Pod): string[] {
  return processesOf(pod)
    .filter((pid) => !hasReadOnlyRoot(readProcess(pid, 'mounts')))
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
