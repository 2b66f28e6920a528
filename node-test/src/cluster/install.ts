/** Installs everything on the node: PostgreSQL, the simulated KubeVirt, the chart, the catalogue and accounts. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runHelm } from '../../../charts/src/helm.ts';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import { isListening } from '../../../local/src/control-plane/health.ts';
import type { Accounts } from '../../../local/src/demo/accounts.ts';
import { readCatalogue } from '../../../local/src/demo/cluster.ts';
import { applyObjects, kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { seedPeople, type Person } from '../../../local/src/demo/people.ts';
import { readSettings } from '../../../local/src/demo/settings.ts';
import { beyond } from '../node/machine.ts';
import { nodeAddress, nodeName } from '../node/places.ts';
import { databaseNamespace, databaseUrls, postgresObjects, postgresUser } from '../postgres.ts';
import { programUser } from '../promises/pods.ts';
import { claimFolder } from './claim.ts';
import { components, systemNamespace } from './pods.ts';

const repository = join(import.meta.dirname, '../../..');
const subresourcesPort = 10_400;
/** The portal's public address; in production, a proxy in front of it terminates TLS. */
export const publicUrl = 'https://gpu.example.com';

const small = { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } };

/** Addresses that the chart closes by default. */
const chartDefaults = parse(readFileSync(join(repository, 'charts/gpulease/values.yaml'), 'utf8')) as {
  networkPolicies: { egressExcept: string[] };
};

/** Values of the chart: as in production, with two replicas of each program, but with small resources. */
const values = {
  operator: { resources: small },
  bff: { publicUrl, adminPasswordSecret: 'gpulease-admin', trustedProxies: 0, resources: small },
  worker: { resources: small },
  migrate: { resources: small },
  // The test starts backups manually.
  backup: { enabled: true, schedule: '0 0 1 1 *', resources: small },
  networkPolicies: {
    egressExcept: [...chartDefaults.networkPolicies.egressExcept, `${beyond.privateNetwork}/32`],
  },
  policies: {
    controllers: [
      'system:serviceaccount:kube-system:generic-garbage-collector',
      'system:serviceaccount:kube-system:namespace-controller',
      'gpulease:kubevirt',
    ],
  },
};

/** Installs PostgreSQL, with its data in `folder`, and resolves when it takes connections. */
export async function installDatabase(cluster: Cluster, accounts: Accounts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, postgresUser, postgresUser);
  await applyObjects(cluster, postgresObjects(accounts, folder));
  await untilRolledOut(cluster, databaseNamespace, 'statefulset/postgres');
}

/** The process that plays KubeVirt and CDI. Its machines are ordinary pods that the node's kubelet runs. */
export function kubevirtProcess(kubeconfig: string): ProcessSpec {
  return {
    name: 'kubevirt',
    restart: true,
    command: process.execPath,
    args: [join(repository, 'local/src/kubevirt/main.ts')],
    cwd: repository,
    env: {
      NODE_ENV: 'production',
      KUBECONFIG: kubeconfig,
      SUBRESOURCES_PORT: String(subresourcesPort),
      SIMULATION_PACE: '0.2',
    },
    readyTimeoutMs: 120_000,
    isReady: () => isListening(subresourcesPort),
  };
}

/** Labels the node as able to run machines, as KubeVirt's virt-handler would. */
export async function allowMachines(cluster: Cluster): Promise<void> {
  const labels = ['kubevirt.io/schedulable=true', 'machine-type.node.kubevirt.io/q35=true'];
  await kubectl(cluster, ['label', '--overwrite', 'node', nodeName, ...labels]);
}

/** Creates the namespace and the Secrets of docs/install.md, and the claim for backups, which are stored in `backups`. */
export async function prepareNamespace(cluster: Cluster, accounts: Accounts, backups: string): Promise<void> {
  const { url, ownerUrl } = databaseUrls(accounts);
  const secret = (name: string, stringData: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: systemNamespace },
    stringData,
  });
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await applyObjects(cluster, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: systemNamespace, labels } },
    secret('gpulease-database', { url, 'owner-url': ownerUrl }),
    secret('gpulease-admin', { password: accounts.admin.password }),
  ]);
  const claim = { name: 'gpulease-backup', namespace: systemNamespace };
  await claimFolder(cluster, { ...claim, folder: backups, owner: programUser });
}

/** Installs the packed chart with the real helm, and resolves when all its pods are ready. */
export async function installChart(cluster: Cluster, chart: string, folder: string): Promise<void> {
  const file = join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  const release = ['install', 'gpulease', chart, `--namespace=${systemNamespace}`, `--values=${file}`];
  await runHelm([...release, `--kubeconfig=${cluster.kubeconfig}`, '--timeout=10m']);
  for (const name of components)
    await untilRolledOut(cluster, systemNamespace, `deployment/gpulease-${name}`);
}

/** Installs the catalogue: machines of one core without GPUs, as many as fit beside everything else. */
export async function installCatalogue(cluster: Cluster): Promise<void> {
  const { objects } = readCatalogue(join(repository, 'kind/catalogue'));
  await applyObjects(
    cluster,
    objects.map(asHere).filter((object) => object !== undefined),
  );
}

interface CatalogueObject {
  kind: string;
  metadata: { name: string };
  spec: Record<string, object>;
}

/** A fen per second, so that the billed amount shows the duration. */
const pricePerHour = '36.00';

/** Adapts an object of `make kind-up`'s catalogue, whose first node stands for this one; undefined for other nodes. */
function asHere(object: object): object | undefined {
  const { kind, metadata, spec } = object as CatalogueObject;
  if (metadata.name === 'cpu-1-hour') return { ...object, spec: { ...spec, price: pricePerHour } };
  if (kind === 'Region') {
    const exposure = { ...spec.exposure, addresses: [nodeAddress] };
    return { ...object, spec: { ...spec, exposure, storage: { className: 'simulated', locality: 'Node' } } };
  }
  if (kind !== 'ComputeNode') return object;
  if (metadata.name !== 'gpulease-worker') return undefined;
  return { ...object, metadata: { name: nodeName } };
}

/** Creates missing accounts with the portal's own seeding code. */
export async function installPeople(accounts: Accounts, people: readonly Person[]): Promise<void> {
  await seedPeople(readSettings(process.env), databaseUrls(accounts).url, people);
}

async function untilRolledOut(cluster: Cluster, namespace: string, name: string): Promise<void> {
  await kubectl(cluster, ['rollout', 'status', `--namespace=${namespace}`, '--timeout=10m', name]);
}
