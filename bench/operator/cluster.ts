import { join } from 'node:path';
import { tenants, vmImages } from '@gpulease/crds';
import { connect, isConditionTrue, type Cluster } from '@gpulease/kube';
import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import type { Binaries } from '../../local/src/control-plane/binaries.ts';
import { writeUserKubeconfig, type ControlPlane } from '../../local/src/control-plane/control-plane.ts';
import { parseIdentity } from '../../local/src/control-plane/pid-files.ts';
import { issueUser } from '../../local/src/control-plane/pki.ts';
import type { Supervisor } from '../../local/src/control-plane/supervisor.ts';
import { installCatalogue, installKinds } from '../../local/src/demo/cluster.ts';
import { applyObjects } from '../../local/src/demo/kubectl.ts';
import {
  accountKubeconfig,
  keepServiceAccountTokens,
  systemNamespace,
  type ServiceAccount,
} from '../../local/src/demo/service-accounts.ts';
import { launchControlPlane } from '../../local/src/testing/own-control-plane.ts';
import { addCapacity, ordered } from '../capacity.ts';
import { repository } from '../demo.ts';
import { AuditLog } from './audit.ts';
import { bookedHosts, tenant } from './names.ts';
import { operator, type Subject } from './subjects.ts';

const pollMs = 200;
/** Enough for one Service per workload. */
const nodePorts = '20000-32767';

/** Control plane with the KubeVirt simulator, a catalogue and a tenant, without workloads initially. */
export class BenchCluster {
  readonly audit: AuditLog;
  readonly controlPlane: ControlPlane;
  readonly #supervisor: Supervisor;
  readonly #endTokens: () => void;
  #subject: string | undefined;
  readonly admin: Cluster;
  /** Only billing may mark a workload as funded, and only the operator may record its placement. */
  readonly billing: Cluster;
  readonly operator: Cluster;

  private constructor(parts: Parts, endTokens: () => void) {
    this.audit = parts.audit;
    this.controlPlane = parts.controlPlane;
    this.#supervisor = parts.supervisor;
    this.#endTokens = endTokens;
    this.admin = connect({ kubeconfig: parts.controlPlane.kubeconfig, userAgent: 'bench' });
    this.billing = connectAs(parts.controlPlane, 'gpulease-worker');
    this.operator = connectAs(parts.controlPlane, 'gpulease-operator');
  }

  /** Starts everything in the folder `home`, with the capacity `room`. */
  static async start(home: string, { binaries, room, supervisor }: StartOptions): Promise<BenchCluster> {
    const audit = new AuditLog(home, 'system:serviceaccount:gpulease-system:gpulease-operator');
    const apiServerFlags = [...audit.apiServerFlags, `--service-node-port-range=${nodePorts}`];
    const options = { kinds: true, controllerManager: true, scheduler: true, kwok: true, apiServerFlags };
    const controlPlane = await launchControlPlane({ home, binaries, supervisor }, options);
    await installKinds({ controlPlane, repository });
    const endTokens = await keepServiceAccountTokens(controlPlane, console.error);
    const cluster = new BenchCluster({ audit, controlPlane, supervisor }, endTokens);
    await cluster.#furnish(room);
    return cluster;
  }

  /** Starts a subject and returns its PID. A subject that ends is restarted, as in Kubernetes. */
  async startSubject(subject: Subject): Promise<number> {
    const spec = await subject.process(accountKubeconfig(this.controlPlane, 'gpulease-operator'));
    await this.#supervisor.start({ ...spec, restart: true });
    this.#subject = spec.name;
    return this.processNumber(spec.name);
  }

  /** Returns the current PID of the subject. */
  subjectNumber(): number {
    if (this.#subject === undefined) throw new Error('No subject runs');
    return this.processNumber(this.#subject);
  }

  /** Returns the PID of a process, such as `kube-apiserver`. */
  processNumber(name: string): number {
    const file = join(this.controlPlane.home, 'run', `${name}.pid`);
    const identity = parseIdentity(readFileSync(file, 'utf8'));
    if (identity === undefined) throw new Error(`${name} did not stay`);
    return identity.pid;
  }

  /** Stops the simulators, the scheduler and the controller-manager, so that only subjects change the cluster. */
  async freeze(): Promise<void> {
    for (const name of ['kubevirt', 'kwok', 'kube-scheduler', 'kube-controller-manager'])
      await this.#supervisor.stop(name);
  }

  /** Stops the running subject, if any. */
  async stopSubject(): Promise<void> {
    if (this.#subject !== undefined) await this.#supervisor.stop(this.#subject);
    this.#subject = undefined;
  }

  async stop(): Promise<void> {
    this.#endTokens();
    await Promise.all([this.admin.close(), this.billing.close(), this.operator.close()]);
    await this.#supervisor.stopAll();
  }

  /** Creates the objects that both subjects need. Our operator makes them ready, then stops. */
  async #furnish({ machines, bookings }: Room): Promise<void> {
    await this.#startSimulator();
    await installCatalogue({ controlPlane: this.controlPlane, repository });
    await applyObjects(this.controlPlane, [
      {
        apiVersion: 'gpulease.dev/v1alpha1',
        kind: 'Tenant',
        metadata: { name: tenant },
        spec: { username: tenant },
      },
      ...rightsOfPeer,
    ]);
    await this.startSubject(operator);
    await addCapacity(this.admin, machines);
    await addCapacity(this.admin, bookings, bookedHosts);
    await this.#untilReady(async () => (await this.admin.resource(tenants).get({ name: tenant })).status);
    await this.#untilReady(
      async () => (await this.admin.resource(vmImages).get({ name: ordered.image })).status,
    );
    await this.stopSubject();
  }

  async #untilReady(
    read: () => Promise<{ conditions?: Parameters<typeof isConditionTrue>[0] } | undefined>,
  ): Promise<void> {
    while (!isConditionTrue((await read())?.conditions, 'Ready')) await delay(pollMs);
  }

  async #startSimulator(): Promise<void> {
    const certificate = await issueUser(this.controlPlane.pki, 'gpulease:kubevirt', ['system:masters']);
    await this.#supervisor.start({
      name: 'kubevirt',
      command: process.execPath,
      args: [join(repository, 'local/src/kubevirt/main.ts')],
      cwd: repository,
      env: {
        NODE_ENV: 'production',
        KUBECONFIG: await writeUserKubeconfig(this.controlPlane, 'kubevirt', certificate),
        SIMULATION_PACE: '0',
        LOG_LEVEL: 'warn',
      },
    });
    while (!(await this.#isSimulationReady())) await delay(pollMs);
  }

  async #isSimulationReady(): Promise<boolean> {
    const path = '/apis/cdi.kubevirt.io/v1beta1/datasources';
    return this.admin.request({ method: 'GET', path }).then(
      () => true,
      () => false,
    );
  }
}

const rbac = 'rbac.authorization.k8s.io';

/** controller-runtime renews its Lease by updates. Our operator patches and so has no update right. */
const rightsOfPeer = [
  {
    apiVersion: `${rbac}/v1`,
    kind: 'Role',
    metadata: { name: 'peer', namespace: systemNamespace },
    rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update'] }],
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'peer', namespace: systemNamespace },
    roleRef: { apiGroup: rbac, kind: 'Role', name: 'peer' },
    subjects: [{ kind: 'ServiceAccount', name: 'gpulease-operator', namespace: systemNamespace }],
  },
];

interface StartOptions {
  binaries: Binaries;
  room: Room;
  /** Starts all processes, and can stop them even before the cluster exists. */
  supervisor: Supervisor;
}

/** Capacity for machines of one GPU and for bookings of such machines. */
interface Room {
  machines: number;
  bookings: number;
}

function connectAs(controlPlane: ControlPlane, account: ServiceAccount): Cluster {
  return connect({ kubeconfig: accountKubeconfig(controlPlane, account), userAgent: `bench-${account}` });
}

interface Parts {
  audit: AuditLog;
  controlPlane: ControlPlane;
  supervisor: Supervisor;
}
