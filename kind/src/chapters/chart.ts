/** Proves that the chart's pods run as their manifests specify, by a process in each of them. */
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { isUnexplained } from '../../../node-test/src/cluster/logs.ts';
import { podsOf, systemNamespace } from '../../../node-test/src/cluster/pods.ts';
import { allReady, none, policiesEnforced } from '../../../node-test/src/promises/cluster.ts';
import { provePods, type ProcessView } from '../../../node-test/src/promises/pods.ts';
import type { Scene } from './scene.ts';

const system = `--namespace=${systemNamespace}`;

export async function chartChapter(scene: Scene): Promise<void> {
  const { report, cluster } = scene;
  report.chapter('The chart');
  await report.holds('two pods each of operator, portal and billing are ready', () => allReady(cluster));
  const pods = await podsOf(cluster);
  await provePods(report, pods, (pod) => listProcesses(cluster, pod));
  await report.holds('the Region says that NetworkPolicies are enforced', () => policiesEnforced(cluster));
  await nothingLogged(scene);
}

/** Proves that nothing has failed before the faults begin. */
export async function nothingLogged({ report, cluster }: Scene): Promise<void> {
  await report.holds('nothing is logged as an error', async () => {
    const pods = await podsOf(cluster);
    none('Errors', (await Promise.all(pods.map((pod) => errorsOf(cluster, pod)))).flat());
  });
}

/** The script for the pod's Node. The file with the memory limit depends on the version of cgroups. */
const view = `const { existsSync, readFileSync } = require('node:fs');
const read = (file) => readFileSync(file, 'utf8');
const limits = ['memory.max', 'memory/memory.limit_in_bytes'].map((name) => '/sys/fs/cgroup/' + name);
const [status, mounts] = ['status', 'mounts'].map((name) => read('/proc/self/' + name));
console.log(JSON.stringify({ status, mounts, limit: Number(read(limits.find(existsSync))) }));`;

async function listProcesses(cluster: Cluster, { metadata }: Pod): Promise<ProcessView[]> {
  const node = ['exec', system, metadata.name, '--', '/usr/local/bin/node', '--eval', view];
  return [JSON.parse(await kubectl(cluster, node)) as ProcessView];
}

async function errorsOf(cluster: Cluster, { metadata, status }: Pod): Promise<string[]> {
  const lines = (await kubectl(cluster, ['logs', system, metadata.name])).split('\n');
  return lines
    .filter((line) => isUnexplained(line, status?.startTime))
    .map((line) => `${metadata.name}: ${line.slice(0, 300)}`);
}
