import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
import { readCatalogue } from './catalogue.ts';
import { applyFiles, applyObjects, kubectl } from './kubectl.ts';
import type { NodePortRange } from './ports.ts';
import type { RunStep } from './progress.ts';
import { systemNamespace } from './service-accounts.ts';

export interface ClusterOptions {
  controlPlane: ControlPlane;
  supervisor: Supervisor;
  repository: string;
  nodePorts: NodePortRange;
  step: RunStep;
  /** Gives it GPULease's kinds and access rules, if not as `installKinds` does. */
  install?: () => Promise<void>;
}

/** Starts Kubernetes and gives it GPULease's kinds and access rules. */
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
  // It looks for new kinds only every 30 s, and until it counts workloads nobody may order one.
  await step('kube-controller-manager', () => supervisor.start(controllerManagerProcess(controlPlane)));
}

/** Installs GPULease's kinds, and the access rules and policies of its chart. */
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

/**
 * Adds the demo's regions, SKUs, images, prices and GPU nodes, and the hosts that stand in for real ones. `more` are folders
 * with further ones.
 */
export async function installCatalogue(
  { controlPlane, repository }: Pick<ClusterOptions, 'controlPlane' | 'repository'>,
  ...more: readonly string[]
): Promise<void> {
  const { objects, hosts } = readCatalogue(join(repository, 'crds/samples'), ...more);
  await applyObjects(controlPlane, hosts);
  await applyObjects(controlPlane, objects);
  await kubectl(controlPlane, ['wait', '--for=condition=Ready', '--timeout=60s', 'nodes', '--all']);
}
