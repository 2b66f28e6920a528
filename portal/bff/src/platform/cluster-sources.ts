/** Platform checks that read the cluster. */
import { annotations, deploymentNames, OPERATOR_LEASE, SYSTEM_NAMESPACE } from '@gpulease/crds';
import type { PlatformCheckName } from '@gpulease/contract/platform-checks';
import { deployments, isNotFound, leases, type Cluster } from '@gpulease/kube';
import { cdis, kubeVirts } from '@gpulease/kube/kubevirt';
import type { Clock } from '../clock.ts';
import {
  judgeInstalled,
  judgeLeader,
  judgeReplicas,
  judgeVersion,
  type Installed,
  type Lead,
} from './judge.ts';
import type { Assessment, Source } from './sources.ts';
import { OWN_VERSION } from './version.ts';

/** The custom resources that install KubeVirt and CDI. */
export interface Installations {
  readonly kubeVirt: { readonly namespace: string; readonly name: string };
  readonly cdi: { readonly name: string };
}

export interface ClusterSourcesOptions {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly installations: Installations;
}

/** The client waits no longer than the limit of a source. */
const BRIEFLY = { timeoutMs: 2_000 };

export function clusterSources({ cluster, clock, installations }: ClusterSourcesOptions): Source[] {
  const { kubeVirt, cdi } = installations;
  return [
    from('OPERATOR', async () => judgeLeader(await readLead(cluster), OWN_VERSION, clock.now())),
    from('PORTAL_REPLICAS', () => readReplicas(cluster, deploymentNames.bff)),
    from('WORKER_REPLICAS', () => readReplicas(cluster, deploymentNames.worker)),
    from('OPERATOR_REPLICAS', () => readReplicas(cluster, deploymentNames.operator)),
    from('KUBERNETES', async () => judgeVersion(await readVersion(cluster), 'KUBERNETES')),
    from('KUBEVIRT', async () => judgeInstalled(await readKubeVirt(cluster, kubeVirt), 'KUBEVIRT')),
    from('CDI', async () => judgeInstalled(await readCdi(cluster, cdi))),
  ];
}

function from(name: PlatformCheckName, read: () => Promise<Assessment>): Source {
  return { names: [name], of: 'CLUSTER', read: async () => ({ [name]: await read() }) };
}

async function readLead(cluster: Cluster): Promise<Lead | undefined> {
  const ref = { namespace: SYSTEM_NAMESPACE, name: OPERATOR_LEASE };
  const lease = await cluster.resource(leases, BRIEFLY).find(ref);
  if (!lease) return undefined;
  const { metadata, spec = {} } = lease;
  const { holderIdentity: holder = '', acquireTime = 0, renewTime = 0 } = spec;
  const version = metadata.annotations?.[annotations.version] ?? '–';
  return { holder, version, since: new Date(acquireTime), renewedAt: new Date(renewTime) };
}

async function readReplicas(cluster: Cluster, name: string): Promise<Assessment> {
  const ref = { namespace: SYSTEM_NAMESPACE, name };
  const deployment = await cluster.resource(deployments, BRIEFLY).find(ref);
  if (!deployment) return { finding: 'NO_DEPLOYMENT' };
  const { spec = {}, status = {} } = deployment;
  return judgeReplicas({ ready: status.readyReplicas ?? 0, wanted: spec.replicas ?? 1 });
}

async function readVersion(cluster: Cluster): Promise<string> {
  const version = await cluster.request({ method: 'GET', path: '/version', ...BRIEFLY });
  return (version as { gitVersion: string }).gitVersion;
}

async function readKubeVirt(cluster: Cluster, ref: Installations['kubeVirt']) {
  const found = await orMissing(cluster.resource(kubeVirts, BRIEFLY).get(ref));
  return found && { phase: found.status?.phase ?? '', version: found.status?.observedKubeVirtVersion ?? '' };
}

async function readCdi(cluster: Cluster, ref: Installations['cdi']): Promise<Installed | undefined> {
  const found = await orMissing(cluster.resource(cdis, BRIEFLY).get(ref));
  return found && { phase: found.status?.phase ?? '', version: found.status?.observedVersion ?? '' };
}

/** Returns undefined if the object or its kind does not exist. */
function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}
