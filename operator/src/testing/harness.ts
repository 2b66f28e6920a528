import { expect } from '@jest/globals';
import { computeNodes, fieldManagers, tenants, workloads } from '@gpulease/crds';
import type {
  ComputeNodeSpec,
  Condition,
  ResourceDefinition,
  Run,
  Workload,
  WorkloadPhase,
  WorkloadSpec,
} from '@gpulease/crds';
import {
  connect,
  events,
  findCondition,
  namespaces,
  nodes,
  retry,
  setCondition,
  systemClock,
} from '@gpulease/kube';
import type { ApiObject, Clock, Cluster, Event, ObjectRef, RequestReport, ServerClock } from '@gpulease/kube';
import { kubeVirts } from '@gpulease/kube/kubevirt';
import { installCrds, installKubeVirt, startOwnControlPlane, uniqueName } from '@gpulease/local/testing';
import type { OwnControlPlane } from '@gpulease/local/testing';
import type { CatalogueObject } from '../catalogue/status.ts';
import { startManager, type Manager } from '../manager.ts';
import { createLogger } from '../runtime/logger.ts';
import { createMetrics, type Metrics } from '../runtime/metrics.ts';
import { machinePriority } from './chart.ts';
import { catalogue, coreNode, coreNodeStatus } from './catalogue.ts';
import { eventually } from '@gpulease/kube/testing';
import { NodeProcess } from './node-process.ts';

export const NAMESPACE = 'u-mei';

/** Returns the reference of a workload's VirtualMachine and its instance. */
export const machineRef = ({ status }: Workload) => ({
  namespace: NAMESPACE,
  name: status?.virtualMachine ?? '',
});

/** kube-controller-manager takes a while before it counts in a new namespace. */
const READY_TIMEOUT_MS = 170_000;

const CONTROL_PLANE = { controllerManager: true, scheduler: true, kwok: true };

/** The user as the chart names it for the local cluster. */
const STAND_IN = { name: 'gpulease:kubevirt', groups: ['system:masters'] };

/** Deviations of one operator from the defaults. */
export interface OperatorOptions {
  clock?: Clock;
  /** Wraps its connection. */
  through?: (cluster: Cluster) => Cluster;
  /** Replaces that of the administrator. */
  kubeconfig?: string;
  spotNoticeMs?: number;
  drainWindowMs?: number;
  checksNetworkPolicies?: boolean;
  metrics?: Metrics;
  onLost?: () => void;
  serverClock?: ServerClock;
  /** Source of the load of GPUs. */
  metricsUrl?: URL;
}

const DEFAULTS = { clock: systemClock, spotNoticeMs: 120_000, drainWindowMs: 1_800_000 };

/** A control plane with scheduler, KWOK and the KubeVirt simulator, a small catalogue, and running operators. */
export class Harness {
  readonly cluster: Cluster;
  readonly controlPlane: OwnControlPlane;
  /** Credentials of KubeVirt's and CDI's controllers. */
  private readonly simulatorKubeconfig: string;
  private simulator: NodeProcess | undefined;
  /** Running operators, each with its own connection. */
  private readonly managers = new Map<Manager, Cluster>();
  private readonly spawned: NodeProcess[] = [];

  private constructor(controlPlane: OwnControlPlane, simulatorKubeconfig: string) {
    this.controlPlane = controlPlane;
    this.simulatorKubeconfig = simulatorKubeconfig;
    this.cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  }

  /** Starts the KubeVirt simulator, also after a stop. */
  startSimulator(): NodeProcess {
    const simulator = new NodeProcess('local/src/kubevirt/main.ts', {
      KUBECONFIG: this.simulatorKubeconfig,
      SIMULATION_PACE: '0',
    });
    this.simulator = simulator;
    return simulator;
  }

  async stopSimulator(): Promise<void> {
    await this.simulator?.stop();
  }

  /** Installs KubeVirt's and CDI's kinds and starts the simulator. */
  async installKubeVirt(): Promise<void> {
    await installKubeVirt(this.cluster);
    this.startSimulator();
  }

  static async start(apiServerFlags: readonly string[] = []): Promise<Harness> {
    const harness = await Harness.on({ ...CONTROL_PLANE, kinds: true, apiServerFlags });
    harness.startSimulator();
    return harness.seeded();
  }

  /** Starts a cluster without KubeVirt and CDI. */
  static async startWithoutKubeVirt(): Promise<Harness> {
    const harness = await Harness.on(CONTROL_PLANE);
    await installCrds(harness.controlPlane);
    return harness.seeded();
  }

  private static async on(options: Parameters<typeof startOwnControlPlane>[0]): Promise<Harness> {
    const controlPlane = await startOwnControlPlane(options);
    return new Harness(controlPlane, await controlPlane.addUser(STAND_IN));
  }

  private async seeded(): Promise<this> {
    try {
      await this.seed();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.stopOperators();
    await this.cluster.close();
    await this.simulator?.stop();
    await this.controlPlane.stop();
  }

  /** Starts an operator, which begins its work when no other leads. */
  startOperator(onRequest?: (report: RequestReport) => void, options: OperatorOptions = {}): Manager {
    const {
      kubeconfig = this.controlPlane.kubeconfig,
      metrics = createMetrics(),
      onLost = () => undefined,
    } = options;
    const { clock, spotNoticeMs, drainWindowMs } = { ...DEFAULTS, ...options };
    const cluster = connect({ kubeconfig, onRequest, serverClock: options.serverClock });
    const { through = (own: Cluster) => own } = options;
    const manager = startManager({
      cluster: through(cluster),
      clock,
      logger: createLogger(process.env.TEST_LOG_LEVEL ?? 'silent'),
      metrics,
      identity: uniqueName('operator'),
      workloadWorkers: 8,
      spotNoticeMs,
      drainWindowMs,
      nodePorts: { first: 30_000, last: 32_767 },
      network: { dnsAddresses: ['169.254.20.10/32'], clusterRanges: [] },
      nodeProblemConditions: ['KernelDeadlock'],
      metricsFrom: [],
      metricsUrl: options.metricsUrl,
      checksNetworkPolicies: options.checksNetworkPolicies ?? false,
      onLost,
    });
    this.managers.set(manager, cluster);
    return manager;
  }

  /** Starts an operator as a separate process, which ends with the harness at the latest. */
  spawnOperator(): NodeProcess {
    const operator = new NodeProcess('operator/src/main.ts', {
      KUBECONFIG: this.controlPlane.kubeconfig,
      METRICS_PORT: '0',
      POD_NAME: uniqueName('operator'),
    });
    this.spawned.push(operator);
    return operator;
  }

  async stopOperators(): Promise<void> {
    await Promise.all(this.spawned.splice(0).map((operator) => operator.stop()));
    await Promise.all([...this.managers.keys()].map((manager) => this.stopOperator(manager)));
  }

  async stopOperator(manager: Manager): Promise<void> {
    const cluster = this.managers.get(manager);
    this.managers.delete(manager);
    await manager.stop();
    await cluster?.close();
  }

  /** Sets the faults that the simulator plays on an object; null clears them. */
  async fault<T extends ApiObject>(
    definition: ResourceDefinition<T>,
    ref: ObjectRef,
    faults: string | null,
  ): Promise<void> {
    const annotations = { 'simulation.gpulease.dev/faults': faults };
    await this.cluster.resource(definition).mergePatch(ref, { metadata: { annotations } });
  }

  /** Returns the events of a workload with this reason. */
  async eventsOf({ metadata }: Workload, reason: string): Promise<Event[]> {
    const { items } = await this.cluster.resource(events).list({ namespace: NAMESPACE });
    return items.filter((event) => event.reason === reason && event.regarding.uid === metadata.uid);
  }

  /** Creates a workload as kubectl would, once the tenant is ready. */
  async create(changes: Partial<WorkloadSpec> = {}): Promise<Workload> {
    await this.untilTenantIsReady();
    return this.cluster.resource(workloads).create({
      metadata: { name: uniqueName('train'), namespace: NAMESPACE },
      spec: {
        type: 'VirtualMachine',
        sku: 'a100-1',
        skuQuantity: 1,
        image: 'ubuntu',
        rootDiskSize: '100Gi',
        region: 'east',
        pricing: { policy: 'hourly' },
        powerState: 'Running',
        resume: 'Manual',
        ...changes,
      },
    });
  }

  /** Waits until the tenant may order: kube-controller-manager must first count in its namespace. */
  async untilTenantIsReady(): Promise<void> {
    await this.untilReady(tenants, 'mei');
  }

  async setQuota(quota: { gpus?: number; workloads?: number; storage?: string }): Promise<void> {
    await this.cluster.resource(tenants).mergePatch({ name: 'mei' }, { spec: { quota } });
  }

  /** Adds a node like the first one and waits until machines can be placed on it. */
  async addNode(name: string): Promise<void> {
    const first = await this.cluster.resource(computeNodes).get({ name: coreNode.metadata.name });
    await this.addCoreNode(name);
    await this.cluster.resource(computeNodes).create({ metadata: { name }, spec: first.spec });
    await this.untilReady(computeNodes, name);
  }

  /** Waits as `kubectl wait` does: the status must be that of the current spec. */
  private async untilReady<T extends CatalogueObject>(
    definition: ResourceDefinition<T>,
    name: string,
  ): Promise<void> {
    await eventually(async () => {
      const { metadata, status } = await this.cluster.resource(definition).get({ name });
      expect(status?.observedGeneration).toBe(metadata.generation);
      expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    }, READY_TIMEOUT_MS);
  }

  async setNodeState(
    name: string,
    state: ComputeNodeSpec['state'],
    maintenance?: ComputeNodeSpec['maintenance'],
  ): Promise<void> {
    await this.cluster.resource(computeNodes).mergePatch({ name }, { spec: { state, maintenance } });
  }

  get({ metadata }: Workload): Promise<Workload> {
    return this.cluster.resource(workloads).get(metadata);
  }

  change({ metadata }: Workload, spec: object): Promise<Workload> {
    return this.cluster.resource(workloads).mergePatch(metadata, { spec });
  }

  /** Writes the verdict of billing: whether the workload may run, and until when. */
  fund(
    workload: Workload,
    verdict: Pick<Condition, 'status' | 'reason'> & { until?: Date },
  ): Promise<Workload> {
    const write = async (): Promise<Workload> => {
      const { metadata, status } = await this.get(workload);
      const { name, namespace, resourceVersion } = metadata;
      const own = (status?.conditions ?? []).filter(({ type }) => type === 'Funded');
      const { until, ...rest } = verdict;
      const change = { type: 'Funded', message: 'Says the test.', ...rest };
      return this.cluster.resource(workloads).applyStatus(
        {
          metadata: { name, namespace, resourceVersion },
          status: {
            conditions: [...setCondition(own, change, new Date())],
            billing: {
              orderId: 'order-1',
              ...(until === undefined ? {} : { fundedUntil: until.toISOString() }),
            },
          },
        },
        { fieldManager: fieldManagers.billing, force: true },
      );
    };
    return retry(write, { when: () => true, attempts: 10 });
  }

  accept(workload: Workload): Promise<Workload> {
    return this.fund(workload, { status: 'True', reason: 'OrderAccepted' });
  }

  /** Creates a workload and funds it. */
  async ordered(changes: Partial<WorkloadSpec> = {}): Promise<Workload> {
    return this.accept(await this.create(changes));
  }

  /** Changes fields of KubeVirt's configuration; null restores the default. */
  async configureKubeVirt(configuration: object): Promise<void> {
    const ref = { name: 'kubevirt', namespace: 'kubevirt' };
    await this.cluster.resource(kubeVirts).mergePatch(ref, { spec: { configuration } });
  }

  /** Creates a workload, funds it and waits until it runs. */
  async running(changes: Partial<WorkloadSpec> = {}): Promise<Workload> {
    return this.until(await this.ordered(changes), 'Running');
  }

  /** Waits until the workload has this reason, and returns it. */
  untilReason(workload: Workload, reason: string): Promise<Workload> {
    return this.untilSays(workload, { reason });
  }

  /** Waits until the workload is in the phase, and returns it. */
  until(workload: Workload, phase: WorkloadPhase): Promise<Workload> {
    return this.untilSays(workload, { phase });
  }

  /**
   * Waits until the workload's status matches, and returns the workload. On a timeout, the error lists the status of
   * every workload, because one may wait for another.
   */
  async untilSays(workload: Workload, status: object): Promise<Workload> {
    try {
      return await eventually(async () => {
        const present = await this.get(workload);
        expect(present.status).toMatchObject(status);
        return present;
      });
    } catch (cause) {
      const { items } = await this.cluster.resource(workloads).list({ namespace: NAMESPACE });
      const said = items.map(({ metadata, status }) => `${metadata.name}: ${JSON.stringify(status)}`);
      const wanted = `${workload.metadata.name} never said ${JSON.stringify(status)}`;
      throw new Error([wanted, ...said].join('\n'), { cause });
    }
  }

  /** Destroys the workload as the portal does, settles it as billing does, and waits until it is gone. */
  async destroy(workload: Workload): Promise<void> {
    const client = this.cluster.resource(workloads);
    await client.delete(workload.metadata);
    await this.until(workload, 'Destroyed');
    await client.mergePatch(workload.metadata, { metadata: { finalizers: null } }).catch(() => undefined);
    await eventually(async () => {
      if ((await client.find(workload.metadata)) !== undefined) throw new Error('it is still there');
    });
  }

  /** Destroys the workload if it still exists, in any phase. */
  async remove(workload: Workload): Promise<void> {
    const present = await this.cluster.resource(workloads).find(workload.metadata);
    if (present !== undefined) await this.destroy(present);
  }

  runsOf(workload: Workload): Run[] {
    return workload.status?.runs ?? [];
  }

  private async addCoreNode(name: string): Promise<void> {
    const { metadata } = coreNode;
    const labels = { ...metadata.labels, 'kubernetes.io/hostname': name };
    const client = this.cluster.resource(nodes);
    await client.create({ metadata: { ...metadata, name, labels } });
    await client.mergePatch({ name }, { status: coreNodeStatus }, { subresource: 'status' });
  }

  private async seed(): Promise<void> {
    for (const name of ['gpulease-system', 'gpulease-images', 'gpulease-checks']) {
      await this.cluster.resource(namespaces).create({ metadata: { name } });
    }
    await this.addCoreNode(coreNode.metadata.name);
    await this.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], machinePriority());
    const manifests = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: catalogue });
    await this.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], manifests);
  }
}
