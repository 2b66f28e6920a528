import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  customResourceDefinitions,
  isNotFound,
  namespaces,
  retry,
  storageClasses,
  type ApiObject,
  type Cluster,
  type CustomResourceDefinition,
  type StorageClass,
} from '@gpulease/kube';
import { cdiConfigs, cdis, kubeVirts, type CDIConfig, type KubeVirt } from '@gpulease/kube/kubevirt';
import type { ResourceDefinition } from '@gpulease/crds';
import { parse } from 'yaml';
import { csiDrivers } from './disk/storage-profile.ts';

export const fieldManager = 'kubevirt-simulator';
const asOurs = { fieldManager, force: true };
const kubeVirtVersion = 'v1.9.0';
const cdiVersion = 'v1.66.0';

const definitions = [
  'virtual-machine',
  'virtual-machine-instance',
  'kubevirt',
  'data-volume',
  'data-source',
  'storage-profile',
  'cdi',
  'cdi-config',
];

/** Policies in place of the webhooks, by manifest name. */
const admission: Record<string, ResourceDefinition<ApiObject>> = {
  'data-volume-policy': admissionKind('ValidatingAdmissionPolicy', 'validatingadmissionpolicies'),
  'data-volume-policy-binding': admissionKind(
    'ValidatingAdmissionPolicyBinding',
    'validatingadmissionpolicybindings',
  ),
};

function admissionKind(kind: string, plural: string): ResourceDefinition<ApiObject> {
  const group = 'admissionregistration.k8s.io';
  return { group, version: 'v1', kind, plural, singular: kind.toLowerCase(), namespaced: false };
}

const patience = { attempts: 50, backoff: { baseMs: 50, maxMs: 500 } };

/** Installs KubeVirt's and CDI's kinds, their configuration and storage, and resolves when the API server serves them. Idempotent. */
export async function installKubeVirt(cluster: Cluster): Promise<void> {
  const crds = definitions.map((name) => readManifest(name) as CustomResourceDefinition);
  await Promise.all(crds.map((crd) => cluster.resource(customResourceDefinitions).apply(crd, asOurs)));
  await Promise.all(crds.map(({ metadata }) => established(cluster, metadata.name)));
  await cluster.resource(namespaces).apply({ metadata: { name: 'kubevirt' } }, { fieldManager });
  await applyStorage(cluster);
  for (const [name, definition] of Object.entries(admission))
    await cluster.resource(definition).apply(readManifest(name) as ApiObject, asOurs);
  await retry(() => applyKubeVirt(cluster), { when: isNotFound, ...patience });
  await retry(() => applyCdi(cluster), { when: isNotFound, ...patience });
  await retry(() => applyCdiConfig(cluster), { when: isNotFound, ...patience });
}

/** Reads a manifest from `manifests/`. */
export function readManifest(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, 'manifests', `${name}.yaml`), 'utf8'));
}

class NotEstablished extends Error {}

async function established(cluster: Cluster, name: string): Promise<void> {
  const check = async (): Promise<void> => {
    const { status } = await cluster.resource(customResourceDefinitions).get({ name });
    const isServed = status?.conditions?.some(
      (condition) => condition.type === 'Established' && condition.status === 'True',
    );
    if (!isServed) throw new NotEstablished(`The API server does not serve ${name} yet`);
  };
  await retry(check, { when: (error) => error instanceof NotEstablished, ...patience });
}

/** The provisioner of an existing class is immutable, so a class with another one is replaced. */
async function applyStorage(cluster: Cluster): Promise<void> {
  const storageClass = readManifest('storage-class') as StorageClass;
  const client = cluster.resource(storageClasses);
  const present = await client.find(storageClass.metadata);
  if (present !== undefined && present.provisioner !== storageClass.provisioner)
    await client.delete(storageClass.metadata);
  await client.apply(storageClass, asOurs);
  await cluster.resource(csiDrivers).apply(readManifest('csi-driver') as ApiObject, asOurs);
}

async function applyCdi(cluster: Cluster): Promise<void> {
  const client = cluster.resource(cdis);
  const metadata = { name: 'cdi' };
  await client.apply({ metadata, spec: {} }, asOurs);
  const status = { phase: 'Deployed', observedVersion: cdiVersion };
  await client.applyStatus({ metadata, status }, asOurs);
}

/** Leaves an existing configuration unchanged. */
async function applyCdiConfig(cluster: Cluster): Promise<void> {
  const client = cluster.resource(cdiConfigs);
  const config = readManifest('default-cdi-config') as CDIConfig;
  if ((await client.find(config.metadata)) === undefined) await client.apply(config, asOurs);
}

async function applyKubeVirt(cluster: Cluster): Promise<void> {
  const kubeVirt = readManifest('permitted-devices') as KubeVirt;
  await cluster.resource(kubeVirts).apply(kubeVirt, asOurs);
  const deployed = { phase: 'Deployed', defaultArchitecture: 'amd64' };
  const status = { ...deployed, observedKubeVirtVersion: kubeVirtVersion };
  await cluster.resource(kubeVirts).applyStatus({ metadata: kubeVirt.metadata, status }, asOurs);
}
