import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { untilEstablished } from '../control-plane/established.ts';
import {
  apiServerProcess,
  controllerManagerProcess,
  etcdProcess,
  kwokProcess,
  schedulerProcess,
} from '../control-plane/processes.ts';
import type { Supervisor } from '../control-plane/supervisor.ts';
import { fakeNode, type DeclaredGpu, type DeclaredNode } from './fake-nodes.ts';
import { applyFiles, applyObjects, kubectl } from './kubectl.ts';
import type { NodePortRange } from './ports.ts';
import type { RunStep } from './progress.ts';
import { systemNamespace } from './service-accounts.ts';

interface ClusterOptions {
  controlPlane: ControlPlane;
  supervisor: Supervisor;
  repository: string;
  nodePorts: NodePortRange;
  step: RunStep;
  /** Installs GPULease's kinds and access rules; `installKinds` by default. */
  install?: () => Promise<void>;
}

/** Starts Kubernetes with GPULease's kinds and access rules. */
export async function startCluster(options: ClusterOptions): Promise<void> {
  const { controlPlane, supervisor, nodePorts, step, install = () => installKinds(options) } = options;
  await step('etcd', () => supervisor.start(etcdProcess(controlPlane, { durable: true })));
  const flags = [`--service-node-port-range=${nodePorts.first}-${nodePorts.last}`];
  const apiServer = apiServerProcess(controlPlane, { withControllerManager: true, flags });
  await step('kube-apiserver', () => supervisor.start(apiServer));
  await Promise.all([
    step('kube-scheduler', () => supervisor.start(schedulerProcess(controlPlane))),
    step('KWOK', () => supervisor.start(kwokProcess(controlPlane))),
    step('custom resources, access rules and policies', install),
  ]);
  // It discovers new kinds only every 30 s, and nobody can order a workload until its quota controller counts workloads.
  await step('kube-controller-manager', () => supervisor.start(controllerManagerProcess(controlPlane)));
}

/** Installs GPULease's kinds and the access rules and policies of its chart. */
export async function installKinds({
  controlPlane,
  repository,
}: Pick<ClusterOptions, 'controlPlane' | 'repository'>): Promise<void> {
  await applyObjects(controlPlane, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: systemNamespace } },
  ]);
  await applyFiles(controlPlane, join(repository, 'charts/gpulease/files/crds'));
  await untilEstablished((args) => kubectl(controlPlane, args));
  const chart = join(repository, 'charts/rendered/local.yaml');
  if (!existsSync(chart)) throw new Error(`${chart} is missing; make generate writes it`);
  await applyFiles(controlPlane, chart);
}

/** Installs the demo's catalogue, the catalogues of the folders `more`, and the simulated hosts. */
export async function installCatalogue(
  { controlPlane, repository }: Pick<ClusterOptions, 'controlPlane' | 'repository'>,
  ...more: readonly string[]
): Promise<void> {
  const { objects, hosts } = readCatalogue(join(repository, 'crds/samples'), ...more);
  await applyObjects(controlPlane, hosts);
  await applyObjects(controlPlane, objects);
  await kubectl(controlPlane, ['wait', '--for=condition=Ready', '--timeout=60s', 'nodes', '--all']);
}

interface SampleObject {
  kind: string;
}

/** Kinds of the shared samples. Tenants and workloads belong to users and are created through the portal. */
const catalogueKinds = new Set(['Region', 'ComputeNode', 'GPU', 'SKU', 'VMImage', 'PricingPolicy']);

/** Reads the catalogue and its simulated hosts from folders of sample objects. */
export function readCatalogue(...folders: readonly string[]): { objects: object[]; hosts: object[] } {
  const objects = folders.flatMap(readObjects).filter(({ kind }) => catalogueKinds.has(kind));
  const gpus = objects.filter(({ kind }) => kind === 'GPU') as (SampleObject & DeclaredGpu)[];
  const nodes = objects.filter(({ kind }) => kind === 'ComputeNode') as (SampleObject & DeclaredNode)[];
  return { objects, hosts: nodes.map((node) => fakeNode(node, gpus)) };
}

function readObjects(folder: string): SampleObject[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')))
    .map((document) => document.toJS() as SampleObject | null)
    .filter((object) => object !== null);
}
