import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ComputeNode, GPUCheck } from '@gpulease/crds';
import { silentLogger } from '@gpulease/kube';
import type { Allocation } from '@gpulease/placement/capacity';
import type { KeptInstance, KeptMachinePod } from '../kept/kept.ts';
import type { Operator } from '../operator.ts';
import type { GPUCheckResult } from '../gpu-check-result.ts';
import { UnwrittenFindings } from '../unwritten-findings.ts';
import { GpuChecker } from './gpu-checker.ts';

const DEVICE = 'nvidia.com/A100';
const noon = Date.parse('2026-01-31T12:00:00Z');
const gpuCheck: GPUCheck = { policy: 'AfterEachCustomer', image: 'registry.example/gpu-check:1' };

/** A node with four A100 whose GPUs are due for a check, and what the operator does to it. */
class SmallCluster {
  now = noon;
  machines: KeptInstance[] = [];
  allocations: Allocation[] = [];
  region: { gpuCheck?: GPUCheck } = { gpuCheck };
  due: 'Customer' | undefined = 'Customer';
  quarantine: object[] = [];
  /** Reads the console log of a pod; fails by default. */
  readLog = (pod: string): Promise<string> => Promise.reject(new Error(`no log of ${pod}`));
  readonly events: string[] = [];
  readonly gpuChecks = new UnwrittenFindings<GPUCheckResult>();
  readonly checker = new GpuChecker(this.operator());

  /** Gives each machine a GPU of the node and the outcome in `phases`. */
  end(...phases: ('Passed' | 'Failed' | 'Running')[]): void {
    this.machines = this.machines.map((machine, index) => {
      const { uid = '', name } = machine.metadata;
      this.checker.observe(aPod(uid, `0000:1${index}:00.0`));
      const phase = phases[index] === 'Failed' ? 'Succeeded' : 'Running';
      const conditions = [{ type: 'Ready', status: phases[index] === 'Passed' ? 'True' : 'False' }];
      const phaseTransitionTimestamps = [
        { phase: 'Running', phaseTransitionTimestamp: new Date(this.now).toISOString() },
      ];
      return {
        metadata: { ...machine.metadata, name },
        status: { phase, conditions, phaseTransitionTimestamps },
      } as unknown as KeptInstance;
    });
  }

  names(): string[] {
    return this.machines.map(({ metadata }) => metadata.name);
  }

  private computeNode(): ComputeNode {
    return {
      metadata: { name: 'gpu-1', uid: 'node-1', resourceVersion: '7' },
      spec: {
        ...{ region: 'east', state: 'Active', skus: [], quarantine: this.quarantine },
        resources: { cpu: 60, memory: '400Gi', storage: '4Ti', gpus: { model: 'a100', count: 4 } },
      },
      status: { gpuCheck: { due: this.due } },
    } as unknown as ComputeNode;
  }

  private operator(): Operator {
    const labels = { 'kubevirt.io/schedulable': 'true', 'machine-type.node.kubevirt.io/q35': 'true' };
    const allocatable = { cpu: '64', memory: '512Gi', pods: '110', [DEVICE]: '4' };
    const node = {
      metadata: { name: 'gpu-1', labels },
      status: { allocatable, conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const store = (get: () => unknown, all: () => unknown[] = () => []) => ({ store: { get, byIndex: all } });
    const caches = {
      computeNodes: store(
        () => this.computeNode(),
        () => [this.computeNode()],
      ),
      regions: store(() => ({ spec: this.region })),
      nodes: store(() => node),
      gpus: store(() => ({ spec: { deviceName: DEVICE } })),
      otherPods: store(() => undefined),
      checkMachines: store(
        () => undefined,
        () => this.machines,
      ),
      kubeVirt: () => undefined,
    };
    const client = {
      create: ({ metadata }: KeptInstance) => {
        const { name } = metadata;
        const creationTimestamp = new Date(this.now).toISOString();
        this.machines.push({
          metadata: { ...metadata, uid: `uid-of-${name}`, creationTimestamp },
        } as KeptInstance);
        return Promise.resolve();
      },
      delete: ({ name }: { name: string }) => {
        this.machines = this.machines.filter(({ metadata }) => metadata.name !== name);
        return Promise.resolve();
      },
      mergePatch: (_: unknown, { spec }: { spec: { quarantine: object[] } }) => {
        this.quarantine = spec.quarantine;
        return Promise.resolve();
      },
    };
    return {
      caches,
      cluster: {
        resource: () => client,
        readLog: ({ name }: { name: string }) => this.readLog(name),
      },
      logger: silentLogger,
      clock: { now: () => new Date(this.now) },
      placement: { placer: { occupancyOf: () => ({ allocations: () => this.allocations }) } },
      recorder: { record: (_: unknown, { note }: { note: string }) => this.events.push(note) },
      gpuChecks: this.gpuChecks,
      nodeProblemConditions: [],
    } as unknown as Operator;
  }
}

function aPod(uid: string, resourceID: string): KeptMachinePod {
  const allocatedResourcesStatus = [{ name: DEVICE, resources: [{ resourceID }] }];
  return {
    metadata: { name: `pod-of-${resourceID}`, ownerReferences: [{ uid }] },
    status: { containerStatuses: [{ name: 'compute', allocatedResourcesStatus }] },
  } as unknown as KeptMachinePod;
}

const holding = (gpus: number) =>
  ({ amounts: { cpu: 4000, memory: 2 ** 34, storage: 0, gpus, pods: 1 } }) as unknown as Allocation;

describe('the operator, when the GPUs of a node are due for a check,', () => {
  let cluster: SmallCluster;
  const look = () => cluster.checker.reconcile('gpu-1');
  beforeEach(() => {
    cluster = new SmallCluster();
  });

  it('starts a machine for each free GPU and waits for the last one', async () => {
    cluster.allocations = [holding(1)];
    await look();
    expect(cluster.names()).toHaveLength(3);
    cluster.end('Passed', 'Running', 'Passed');
    expect(await look()).toEqual({ afterMs: 900_000 });
    expect(cluster.names()).toHaveLength(3);
  });

  it('reports all results and quarantines the GPUs that fail', async () => {
    await look();
    cluster.end('Passed', 'Failed', 'Passed', 'Passed');
    await look();
    expect(cluster.names()).toEqual([]);
    expect(cluster.quarantine).toMatchObject([{ address: '0000:11:00.0', by: 'GPU check' }]);
    expect(cluster.events).toEqual([
      '1 of 4 GPUs failed the check and are not for sale until repaired: 0000:11:00.0.',
    ]);
    const [result] = cluster.gpuChecks.on('gpu-1');
    expect(result?.checked.map(({ verdict }) => verdict)).toEqual(['Passed', 'Failed', 'Passed', 'Passed']);
  });

  it('quarantines a GPU once if another machine gets it after it fails', async () => {
    await look();
    cluster.end('Passed', 'Failed', 'Passed', 'Failed');
    const late = cluster.machines[3]?.metadata.uid ?? '';
    cluster.checker.observe(aPod(late, '0000:11:00.0'));
    await look();
    expect(cluster.quarantine).toMatchObject([{ address: '0000:11:00.0' }]);
    const [result] = cluster.gpuChecks.on('gpu-1');
    expect(result?.checked.filter(({ verdict }) => verdict === 'Unknown')).toHaveLength(1);
  });

  it('records what the guests report, and names it in the event for GPUs that fail', async () => {
    const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
    const reports: Record<string, string> = {
      'pod-of-0000:10:00.0': `gpulease-check: {"uuid":"${uuid}","message":"well"}`,
      'pod-of-0000:11:00.0': 'gpulease-check: {"message":"two ECC errors"}',
    };
    cluster.readLog = (pod) => Promise.resolve(reports[pod] ?? '');
    await look();
    cluster.end('Passed', 'Failed', 'Failed', 'Passed');
    await look();
    expect(cluster.events).toEqual([
      '2 of 4 GPUs failed the check and are not for sale until repaired: 0000:11:00.0 (two ECC errors), 0000:12:00.0.',
    ]);
    expect(cluster.gpuChecks.on('gpu-1')[0]?.checked).toEqual([
      { id: '0000:10:00.0', verdict: 'Passed', report: { uuid, message: 'well' } },
      { id: '0000:11:00.0', verdict: 'Failed', report: { message: 'two ECC errors' } },
      { id: '0000:12:00.0', verdict: 'Failed', report: undefined },
      { id: '0000:13:00.0', verdict: 'Passed', report: undefined },
    ]);
  });

  it('quarantines a GPU before it reads the report', async () => {
    const quarantined: number[] = [];
    cluster.readLog = () => Promise.resolve(String(quarantined.push(cluster.quarantine.length)));
    await look();
    cluster.end('Passed', 'Failed', 'Passed', 'Passed');
    await look();
    expect(quarantined).toEqual([1, 1, 1, 1]);
  });

  it('trusts only the probe: the report of a guest changes no verdict', async () => {
    cluster.readLog = () => Promise.resolve('gpulease-check: {"result":"Failed","verdict":"Failed"}');
    await look();
    cluster.end('Passed', 'Passed', 'Passed', 'Passed');
    await look();
    expect(cluster.quarantine).toEqual([]);
  });

  it('records no event when all GPUs pass', async () => {
    await look();
    cluster.end('Passed', 'Passed', 'Passed', 'Passed');
    await look();
    expect(cluster.events).toEqual([]);
    expect(cluster.quarantine).toEqual([]);
    expect(cluster.gpuChecks.on('gpu-1')).toHaveLength(1);
  });

  it('deletes all machines for a customer, draws no conclusion, and starts again a minute later', async () => {
    await look();
    cluster.end('Failed', 'Running', 'Running', 'Running');
    cluster.allocations = [holding(1)];
    expect(await look()).toEqual({ afterMs: 60_000 });
    expect(cluster.names()).toEqual([]);
    expect(cluster.quarantine).toEqual([]);
    expect(cluster.gpuChecks.on('gpu-1')).toEqual([]);
    await look();
    expect(cluster.names()).toEqual([]);
    cluster.now += 60_000;
    await look();
    expect(cluster.names()).toHaveLength(3);
  });

  it('deletes the machines when the region disables checks', async () => {
    await look();
    cluster.region = { gpuCheck: { ...gpuCheck, policy: 'Never' } };
    await look();
    expect(cluster.names()).toEqual([]);
  });

  it('starts no machine when no check is due', async () => {
    cluster.due = undefined;
    expect(await look()).toBeUndefined();
    expect(cluster.names()).toEqual([]);
  });

  it('starts machines with the same names after a crash', async () => {
    await look();
    const names = cluster.names();
    cluster.machines = [];
    await look();
    expect(cluster.names()).toEqual(names);
    expect(new Set(names).size).toBe(4);
  });
});
