import { connect, nodes, pods, type Cluster, type Pod } from '@gpulease/kube';
import {
  dataSources,
  dataVolumes,
  virtualMachineInstances,
  virtualMachines,
  type VirtualMachine,
  type VirtualMachineInstance,
} from '@gpulease/kube/kubevirt';
import { startOwnControlPlane, type OwnControlPlane } from '../../testing/own-control-plane.ts';
import { eventually } from '@gpulease/kube/testing';
import { gpuNode, virtualMachine, type MachineOptions } from './objects.ts';
import { SimulatorProcess } from './process.ts';

/** Runs a control plane with scheduler and KWOK, a node with eight A100, and the simulator as a separate process. */
export class Harness {
  readonly controlPlane: OwnControlPlane;
  readonly cluster: Cluster;
  readonly simulator: SimulatorProcess;

  constructor(controlPlane: OwnControlPlane) {
    this.controlPlane = controlPlane;
    this.cluster = connect({ kubeconfig: controlPlane.kubeconfig });
    this.simulator = new SimulatorProcess({ KUBECONFIG: controlPlane.kubeconfig });
  }

  static async start(): Promise<Harness> {
    const harness = new Harness(
      await startOwnControlPlane({ kinds: true, controllerManager: true, scheduler: true, kwok: true }),
    );
    try {
      harness.simulator.start();
      await harness.#addNode();
      await eventually(() => harness.cluster.resource(virtualMachines).list());
      return harness;
    } catch (error) {
      await harness.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.cluster.close();
    await this.simulator.stop();
    await this.controlPlane.stop();
  }

  /** Creates a machine, in a new namespace by default. */
  async create(name: string, options: MachineOptions = {}): Promise<VirtualMachine> {
    const namespace = options.namespace ?? (await this.controlPlane.uniqueNamespace());
    return this.cluster.resource(virtualMachines).create(virtualMachine(name, { ...options, namespace }));
  }

  /** Creates an imported image and its DataSource. */
  async createImage(namespace: string): Promise<void> {
    const http = { url: 'http://images.example/ubuntu.qcow2' };
    await this.cluster.resource(dataVolumes).create({
      metadata: { name: 'ubuntu', namespace },
      spec: { source: { http }, storage: { resources: { requests: { storage: '10Gi' } } } },
    });
    await this.cluster.resource(dataSources).create({
      metadata: { name: 'ubuntu', namespace },
      spec: { source: { pvc: { namespace, name: 'ubuntu' } } },
    });
  }

  instanceOf({ metadata }: VirtualMachine): Promise<VirtualMachineInstance | undefined> {
    return this.cluster.resource(virtualMachineInstances).find(metadata);
  }

  async podsOf({ metadata }: VirtualMachine): Promise<Pod[]> {
    const { items } = await this.cluster.resource(pods).list({ namespace: metadata.namespace });
    return items;
  }

  /** Waits until the machine's printable status is `wanted`. */
  untilStatus({ metadata }: VirtualMachine, wanted: string): Promise<void> {
    return eventually(async () => {
      const { status } = await this.cluster.resource(virtualMachines).get(metadata);
      if (status?.printableStatus === wanted) return;
      throw new Error(`${metadata.name} is ${status?.printableStatus ?? 'without status'}, not ${wanted}`);
    });
  }

  /** Waits until the machine is stopped and its instance is gone. */
  async untilOff(machine: VirtualMachine): Promise<void> {
    await this.untilStatus(machine, 'Stopped');
    await eventually(async () => {
      if ((await this.instanceOf(machine)) !== undefined) throw new Error('There still is an instance');
    });
  }

  async #addNode(): Promise<void> {
    const { status, ...node } = gpuNode('gpu-node');
    await this.cluster.resource(nodes).create(node);
    await this.cluster.resource(nodes).mergePatch(node.metadata, { status }, { subresource: 'status' });
  }
}
