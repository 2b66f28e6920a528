import { connect } from '@gpulease/kube';
import type { Binaries } from '../control-plane/binaries.ts';
import {
  controlPlanePorts,
  prepareControlPlane,
  type ControlPlane,
  type ControlPlanePorts,
} from '../control-plane/control-plane.ts';
import { callHttps } from '../control-plane/https-client.ts';
import { findFreePorts } from '../control-plane/ports.ts';
import {
  apiServerProcess,
  controllerManagerProcess,
  etcdProcess,
  kwokProcess,
  schedulerProcess,
} from '../control-plane/processes.ts';
import type { ProcessSpec } from '../control-plane/child.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import { kubectl } from '../demo/kubectl.ts';
import { installKubeVirt } from '../kubevirt/install.ts';
import { TestControlPlane } from './control-plane.ts';
import { installCrds } from './crds.ts';
import { sharedServers } from './facts.ts';
import { copyTemplate } from './template.ts';
import { createTestHome, removeTestHome } from './test-home.ts';

/** Programs and settings in addition to etcd and the API server. */
export interface OwnControlPlaneOptions {
  /** Without it, nothing creates ServiceAccounts, garbage-collects owned objects or finalizes namespaces. */
  controllerManager?: boolean;
  scheduler?: boolean;
  /** Simulates the kubelet of nodes annotated `kwok.x-k8s.io/node=fake`. */
  kwok?: boolean;
  /** Additional flags of the API server, such as `--watch-cache=false`. */
  apiServerFlags?: readonly string[];
  /**
   * Whether GPULease's and KubeVirt's kinds exist before other programs start. kube-controller-manager discovers new kinds
   * only every 30 s, and until then neither counts their objects in quotas nor garbage-collects them.
   * All such control planes are copies of one template, so their built-in namespaces have the same UIDs.
   */
  kinds?: boolean;
}

/** Control plane of a single test, which may break it. */
export class OwnControlPlane extends TestControlPlane {
  readonly #supervisor: Supervisor;
  readonly #apiServer: ProcessSpec;

  constructor(controlPlane: ControlPlane, supervisor: Supervisor, options: OwnControlPlaneOptions) {
    super(controlPlane);
    this.#supervisor = supervisor;
    this.#apiServer = testApiServer(controlPlane, options);
  }

  /** Kills the API server, like a crash. It stays down until `startApiServer`. */
  killApiServer(): Promise<void> {
    return this.#supervisor.stop('kube-apiserver', 'SIGKILL');
  }

  /** Restarts the API server on the same port, and resolves when it is ready. */
  startApiServer(): Promise<void> {
    return this.#supervisor.start(this.#apiServer);
  }

  /** Makes etcd discard all revisions before the current one: a watch from an older one gets 410 Gone. */
  async compactEtcd(): Promise<void> {
    const { header } = (await callEtcd(this.controlPlane, '/v3/kv/range', { key: 'AA==' })) as RangeAnswer;
    await callEtcd(this.controlPlane, '/v3/kv/compaction', { revision: header.revision, physical: true });
  }

  /** Stops everything and removes its data. */
  async stop(): Promise<void> {
    await this.#supervisor.stopAll();
    removeTestHome(this.controlPlane.home);
  }
}

/** Starts a control plane for one test file; stop it in `afterAll`. Ready within about five seconds. */
export async function startOwnControlPlane(options: OwnControlPlaneOptions = {}): Promise<OwnControlPlane> {
  const { binaries, template } = sharedServers();
  const home = createTestHome();
  const supervisor = new Supervisor({ home });
  try {
    const controlPlane = await launchControlPlane({ home, binaries, supervisor, template }, options);
    return new OwnControlPlane(controlPlane, supervisor, options);
  } catch (error) {
    await supervisor.stopAll();
    removeTestHome(home);
    throw error;
  }
}

/** Folder, programs and supervisor of a control plane. */
export interface Place {
  home: string;
  binaries: Binaries;
  supervisor: Supervisor;
  /** Folder of a stopped control plane with the kinds, to copy if they are requested. */
  template?: string;
}

/** Starts etcd, the API server and the programs in `options`. */
export async function launchControlPlane(
  { home, binaries, supervisor, template }: Place,
  options: OwnControlPlaneOptions,
): Promise<ControlPlane> {
  const isCopy = options.kinds === true && template !== undefined;
  if (isCopy) copyTemplate(template, home);
  const controlPlane = await prepareControlPlane(home, binaries, await pickPorts());
  await supervisor.start(withoutGrace(etcdProcess(controlPlane, { durable: false })));
  await supervisor.start(testApiServer(controlPlane, options));
  if (options.kinds && !isCopy) await installKinds(controlPlane);
  const others = [
    options.controllerManager && controllerManagerProcess(controlPlane),
    options.scheduler && schedulerProcess(controlPlane),
    options.kwok && kwokProcess(controlPlane),
  ].filter((spec) => spec !== undefined && spec !== false);
  await Promise.all(others.map((spec) => supervisor.start(withoutGrace(spec))));
  return controlPlane;
}

async function installKinds(controlPlane: ControlPlane): Promise<void> {
  const cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const crds = installCrds({ kubectl: (args) => kubectl(controlPlane, args) });
  await Promise.all([crds, installKubeVirt(cluster)]);
  await cluster.close();
}

function testApiServer(controlPlane: ControlPlane, options: OwnControlPlaneOptions): ProcessSpec {
  const { controllerManager = false, apiServerFlags = [] } = options;
  return withoutGrace(
    apiServerProcess(controlPlane, { withControllerManager: controllerManager, flags: apiServerFlags }),
  );
}

/** Test data is discarded, so nothing needs a graceful shutdown. */
function withoutGrace(spec: ProcessSpec): ProcessSpec {
  return { ...spec, stopSignal: 'SIGKILL' };
}

async function pickPorts(): Promise<ControlPlanePorts> {
  const ports = await findFreePorts(controlPlanePorts.length);
  return Object.fromEntries(
    controlPlanePorts.map((name, index) => [name, ports[index]]),
  ) as ControlPlanePorts;
}

interface RangeAnswer {
  header: { revision: string };
}

async function callEtcd({ pki, ports }: ControlPlane, path: string, body: unknown): Promise<unknown> {
  const answer = await callHttps({
    url: `https://127.0.0.1:${ports.etcd}${path}`,
    authority: pki.etcd.certificate,
    client: pki.etcdClient,
    method: 'POST',
    body,
  });
  if (answer.status !== 200) throw new Error(`etcd answered ${answer.status} to ${path}: ${answer.body}`);
  return JSON.parse(answer.body);
}
