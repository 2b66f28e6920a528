/** The chart comes up as its manifests say, verified in the kernel and not only in the manifests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';
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
import { kubeconfigOf } from '../node/control-plane.ts';
import { provePods, type ProcessView } from '../promises/pods.ts';
import { allReady, none, policiesEnforced } from '../promises/cluster.ts';
import type { Scene } from './scene.ts';

/** Installs everything. Returns whether the test can continue. */
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
        await prepareNamespace(cluster, accounts, places.backup);
        await installChart(cluster, chart, places.home);
      },
    ));
  if (!isThere) return false;
  await report.holds('two pods each of operator, portal and billing are ready', () => allReady(cluster));
  await provePods(report, await podsOf(cluster), look);
  await report.holds('the catalogue is taken', () => installCatalogue(cluster));
  await report.holds('the Region says that NetworkPolicies are enforced', () => policiesEnforced(cluster));
  await nothingLogged(scene);
  return true;
}

/** Reports whether the logs are free of errors, which holds until faults begin. */
export async function nothingLogged({ report, cluster, places }: Scene): Promise<void> {
  await report.holds('nothing is logged as an error', async () =>
    none('Errors', errorsIn(places.podLogs, await podsOf(cluster))),
  );
}

/** Returns all processes of a pod, which runs on this machine. */
function look(pod: Pod): Promise<ProcessView[]> {
  const processes = processesOf(pod);
  if (processes.length === 0) throw new Error(`${pod.metadata.name} has no process`);
  const views = processes.map((pid) => ({
    status: readProcess(pid, 'status'),
    mounts: readProcess(pid, 'mounts'),
    limit: memoryLimit(readProcess(pid, 'cgroup')),
  }));
  return Promise.resolve(views);
}

/** Returns the memory limit of a cgroup of version 1 or 2, in bytes; 0 if it is gone. */
function memoryLimit(cgroup: string): number {
  const own = /^\d+:memory:(.*)$/m.exec(cgroup)?.[1];
  const file =
    own === undefined
      ? join('/sys/fs/cgroup', /^0::(.*)$/m.exec(cgroup)?.[1] ?? '', 'memory.max')
      : join('/sys/fs/cgroup/memory', own, 'memory.limit_in_bytes');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}
