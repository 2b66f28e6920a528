import { afterEach, describe, expect, it } from '@jest/globals';
import { annotations, computeNodes, regions, workloads } from '@gpulease/crds';
import type { GPUCheck, NodeDevice, QuarantinedGpus, Run, SuspectMachine, Workload } from '@gpulease/crds';
import { findCondition, nodes, pods } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { DEVICE, coreNodeStatus } from '../../testing/catalogue.ts';
import { type Harness, NAMESPACE, machineRef } from '../../testing/harness.ts';
import type { PassingClock } from '../../testing/passing-clock.ts';
import type { SmallPrometheus } from '../../testing/small-prometheus.ts';
import { useOperator } from '../../testing/use-operator.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;
const FENCED = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';
const NODE = { name: 'gpu-1' };

describe('a node', () => {
  let harness: Harness;
  let clock: PassingClock;
  let prometheus: SmallPrometheus;
  useOperator((started) => ({ harness, clock, prometheus } = started));
  afterEach(() => harness.fault(nodes, NODE, null), TIMEOUT);

  async function untilCondition(type: string, expected: object): Promise<void> {
    await eventually(async () => {
      const { status } = await harness.cluster.resource(computeNodes).get(NODE);
      expect(findCondition(status?.conditions, type)).toMatchObject(expected);
    });
  }

  /** Makes the node unreachable for ten minutes. */
  async function loseNode(workload: Workload): Promise<Workload> {
    await harness.fault(nodes, NODE, 'NodeLost');
    await harness.untilReason(workload, 'NodeNotReady');
    clock.pass(10 * MINUTE_MS);
    return harness.until(workload, 'Failed');
  }

  /** Expects that its only run ended before the node was found unreachable. */
  async function expectClosedBeforeSilence(workload: Workload): Promise<Run> {
    const { status } = await harness.cluster.resource(nodes).get(NODE);
    const since = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
    expect(workload.status?.runs).toMatchObject([{ stoppedAt: expect.any(String), endReason: 'NodeLost' }]);
    const run = harness.runsOf(workload)[0]!;
    expect(Date.parse(run.stoppedAt ?? '')).toBeLessThanOrEqual(Date.parse(since));
    expect(Date.parse(run.stoppedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run.startedAt));
    return run;
  }

  async function findNode(): Promise<void> {
    await harness.fault(nodes, NODE, null);
    await untilCondition('NodeFound', { status: 'True' });
  }

  it(
    'changes nothing but its own status if it recovers in time',
    async () => {
      const workload = await harness.running();
      await harness.fault(nodes, NODE, 'NodeLost');
      const silent = await harness.untilReason(workload, 'NodeNotReady');
      expect(silent.status).toMatchObject({
        phase: 'Running',
        message: 'Node gpu-1 is not responding; if this lasts ten minutes, the machine is marked as failed.',
        runs: workload.status?.runs,
      });
      expect(findCondition(silent.status?.conditions, 'Ready')).toMatchObject({
        status: 'False',
        reason: 'NodeNotReady',
      });
      await untilCondition('Schedulable', {
        status: 'False',
        reason: 'NodeNotReady',
        message: expect.stringContaining(`confirm with the taint ${FENCED} that it is off`),
      });
      await eventually(async () => expect(await harness.eventsOf(workload, 'NodeNotReady')).toHaveLength(1));
      // The duration of the test itself counts, too.
      clock.pass(5 * MINUTE_MS);
      await findNode();
      const again = await harness.untilReason(workload, 'Running');
      expect(again.status).toMatchObject({ phase: 'Running', runs: workload.status?.runs });
      await untilCondition('Ready', { status: 'True' });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'costs customers nothing more once it is lost, and keeps its GPUs until an administrator confirms that it is off',
    async () => {
      const workload = await harness.running({ skuQuantity: 4, rootDiskSize: '400Gi' });
      const failed = await loseNode(workload);
      expect(failed.status).toMatchObject({
        reason: 'NodeLost',
        message: expect.stringContaining('support has been notified, and the disk is kept'),
        halt: { reason: 'NodeLost' },
        placed: NODE_PLACED,
      });
      expect(failed.status?.message).not.toContain('taint');
      expect(findCondition(failed.status?.conditions, 'Running')?.message).toContain(
        `The taint ${FENCED} on the Node confirms that it is off.`,
      );
      const run = await expectClosedBeforeSilence(failed);

      await eventually(async () => {
        const { spec } = await harness.cluster.resource(virtualMachines).get(machineRef(workload));
        expect(spec.runStrategy).toBe('Halted');
        const { items } = await harness.cluster.resource(pods).list({ namespace: NAMESPACE });
        expect(items).toMatchObject([{ metadata: { deletionTimestamp: expect.any(String) } }]);
      });
      await harness.change(workload, { restartedAt: clock.now().toISOString() });
      expect((await harness.get(workload)).status).toMatchObject({ phase: 'Failed', placed: NODE_PLACED });

      await harness.controlPlane.kubectl(['taint', 'nodes', 'gpu-1', FENCED]);
      await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(status).toMatchObject({ phase: 'Pending', reason: 'NoCapacity', runs: [run] });
        expect(status?.placed).toBeUndefined();
      });

      await harness.fault(nodes, NODE, null);
      await untilCondition('Schedulable', {
        status: 'False',
        message: expect.stringContaining('remove the taint when the node has recovered'),
      });
      await harness.controlPlane.kubectl(['taint', 'nodes', 'gpu-1', `${FENCED}-`]);
      const again = await harness.until(workload, 'Running');
      expect(harness.runsOf(again)).toHaveLength(2);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'lets a machine start elsewhere automatically once it is fenced, if its owner chose so',
    async () => {
      const workload = await harness.running({ onNodeLoss: 'MoveIfPossible' });
      await harness.addNode('gpu-3');
      const failed = await loseNode(workload);
      expect(failed.status).toMatchObject({ parameters: { move: 'Moves' }, placed: NODE_PLACED });
      await fence();
      const moved = await harness.until(workload, 'Running');
      expect(moved.status?.placed).toMatchObject({ node: 'gpu-3' });
      const [first, second] = harness.runsOf(moved);
      expect(first).toMatchObject({ endReason: 'NodeLost', stoppedAt: expect.any(String) });
      expect(Date.parse(second!.startedAt)).toBeGreaterThan(Date.parse(first!.stoppedAt ?? ''));
      await harness.destroy(workload);
      await harness.setNodeState('gpu-3', 'Inactive');
      await unfence();
    },
    TIMEOUT,
  );

  it(
    'keeps a machine whose disk is local, whatever its owner chose, and reports that',
    async () => {
      await setStorage({ locality: 'Node' });
      const workload = await harness.running({ onNodeLoss: 'MoveIfPossible' });
      const failed = await loseNode(workload);
      expect(failed.status?.parameters).toEqual({ move: 'DiskOnNode' });
      expect(failed.status?.message).toContain('The disk is on that node');
      await fence();
      await eventually(async () => expect((await harness.get(workload)).status?.placed).toBeUndefined());
      expect((await harness.get(workload)).status).toMatchObject({ phase: 'Failed', reason: 'NodeLost' });
      await harness.destroy(workload);
      await setStorage(null);
      await unfence();
    },
    TIMEOUT,
  );

  const fence = () => harness.controlPlane.kubectl(['taint', 'nodes', 'gpu-1', FENCED]);

  async function unfence(): Promise<void> {
    await harness.controlPlane.kubectl(['taint', 'nodes', 'gpu-1', `${FENCED}-`]);
    await findNode();
  }

  async function setStorage(storage: { locality: 'Node' } | null): Promise<void> {
    await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { storage } });
  }

  it(
    'releases a lost machine and its place when it returns',
    async () => {
      const workload = await harness.running();
      const failed = await loseNode(workload);
      expect(failed.status).toMatchObject({ reason: 'NodeLost', placed: NODE_PLACED });
      await findNode();
      await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(status).toMatchObject({ phase: 'Failed', reason: 'NodeLost', runs: failed.status?.runs });
        expect(status?.placed).toBeUndefined();
      });
      expect(
        await harness.cluster.resource(virtualMachineInstances).find(machineRef(workload)),
      ).toBeUndefined();
      await untilCondition('Drained', { status: 'True' });
      await harness.change(workload, { restartedAt: clock.now().toISOString() });
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'takes no machine while it reports a problem, and keeps its existing ones',
    async () => {
      const workload = await harness.running();
      await setCondition('KernelDeadlock', 'True');
      await untilCondition('Ready', {
        status: 'False',
        reason: 'NodeProblem',
        message: 'The node reports KernelDeadlock, so no machine is placed on it.',
      });
      const waiting = await harness.ordered();
      await harness.untilReason(waiting, 'NoCapacity');
      expect((await harness.get(workload)).status).toMatchObject({
        phase: 'Running',
        runs: workload.status?.runs,
      });
      await setCondition('KernelDeadlock', 'False');
      await harness.until(waiting, 'Running');
      await untilCondition('Ready', { status: 'True' });
      await harness.destroy(waiting);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  /** Sets a condition as node-problem-detector does. */
  async function setCondition(type: string, status: 'True' | 'False'): Promise<void> {
    const condition = { type, status, reason: 'Test', message: 'Says the test.' };
    const conditions = [condition];
    await harness.cluster
      .resource(nodes)
      .applyStatus(
        { metadata: NODE, status: { conditions } },
        { fieldManager: 'node-problem-detector', force: true },
      );
  }

  it(
    'keeps its machines with unhealthy GPUs, and takes none for the missing ones',
    async () => {
      await harness.setQuota({ gpus: 8 });
      const workload = await harness.running({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await setHealthyGpus('3');
      await untilCondition('CapacityVerified', {
        status: 'False',
        message: `Node gpu-1 has 3 of 4 ${DEVICE}; repair what is missing, or declare less.`,
      });
      const small = await harness.running();
      const large = await harness.create({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await harness.accept(large);
      const waiting = await harness.untilReason(large, 'NoCapacity');
      expect(waiting.status?.placed).toBeUndefined();
      expect((await harness.get(workload)).status).toMatchObject({
        phase: 'Running',
        runs: workload.status?.runs,
      });
      await harness.destroy(small);
      await setHealthyGpus('4');
      await harness.until(large, 'Running');
      await untilCondition('CapacityVerified', { status: 'True' });
      await harness.destroy(large);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps its machines while GPUs are in quarantine, and takes none for those until they are repaired',
    async () => {
      await harness.setQuota({ gpus: 8 });
      const workload = await harness.running({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await quarantine([{ count: 3, reason: 'Xid 79' }]);
      await untilCondition('GPUsForSale', {
        status: 'False',
        reason: 'Quarantined',
        message:
          '3 of 4 GPUs are in quarantine and not for sale. Machines still use 1 of them, or as many other GPUs instead.',
      });
      const waiting = await harness.create();
      await harness.accept(waiting);
      await harness.untilReason(waiting, 'NoCapacity');
      expect((await harness.get(workload)).status).toMatchObject({
        phase: 'Running',
        runs: workload.status?.runs,
      });
      await quarantine([]);
      await harness.until(waiting, 'Running');
      await untilCondition('GPUsForSale', { status: 'True' });
      await harness.destroy(waiting);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'reports which of its GPUs a machine has, and which of them is in quarantine',
    async () => {
      const workload = await harness.running();
      const key = `${NAMESPACE}/${workload.metadata.name}`;
      const found = await eventually(async () => {
        const held = await deviceOf(key);
        expect(held).toMatchObject({ health: 'Healthy' });
        return held!;
      });
      expect(found.history.at(-1)).toMatchObject({ type: 'Assigned', workload: key });
      const untilLast = (event: object) =>
        eventually(async () => {
          const { history, ...state } = (await devices()).find(({ id }) => id === found.id)!;
          expect(history.at(-1)).toMatchObject(event);
          return state;
        });
      await quarantine([{ address: found.id, reason: 'Xid 79' }]);
      const quarantined = await untilLast({ type: 'Quarantined', message: 'Xid 79' });
      expect(quarantined).toMatchObject({ quarantine: 'Xid 79', workload: key });
      await harness.destroy(workload);
      await quarantine([]);
      const repaired = await untilLast({ type: 'Repaired' });
      expect(repaired).toEqual({ id: found.id, health: 'Healthy' });
    },
    TIMEOUT,
  );

  it(
    'checks free GPUs after a customer leaves, yields to the next customer, and quarantines GPUs that fail',
    async () => {
      const first = await harness.running();
      // Otherwise the departure of the last test's customer would count, and its check delay this one for a minute.
      await untilAllocated(1);
      await setGpuCheck({ policy: 'AfterEachCustomer', image: 'registry.example/gpu-check:1' });
      await setAnnotation('simulation.gpulease.dev/broken-gpus', BROKEN);
      await harness.destroy(first);
      // Any machine that starts after the broken GPU was released may get it, too.
      await untilChecked({ failed: 1 });
      const { spec, status } = await harness.cluster.resource(computeNodes).get(NODE);
      const { passed = 0, inconclusive = 0 } = status?.gpuCheck ?? {};
      expect(passed + inconclusive).toBe(3);
      expect(spec.quarantine).toMatchObject([{ address: BROKEN, by: 'GPU check' }]);
      await untilCondition('GPUsForSale', { status: 'False', parameters: { lacking: '1/4' } });
      expect(status?.devices?.find(({ id }) => id === BROKEN)?.history).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ type: 'CheckFailed' })]),
      );
      await eventually(async () => expect(await checkMachines()).toEqual([]));

      await setAnnotation('simulation.gpulease.dev/broken-gpus', null);
      await harness.fault(nodes, NODE, 'NoAnswer');
      clock.pass(MINUTE_MS);
      await quarantine([]);
      await eventually(async () => expect(await checkMachines()).toHaveLength(4));
      const workload = await harness.running({ skuQuantity: 4, rootDiskSize: '400Gi' });
      await eventually(async () => expect(await checkMachines()).toEqual([]));
      await setGpuCheck(null);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'checks free GPUs on request of an operator',
    async () => {
      await setGpuCheck({ policy: 'AfterFaults', image: 'registry.example/gpu-check:1' });
      clock.pass(MINUTE_MS);
      const askedAt = clock.now().toISOString();
      await setAsked(askedAt);
      await eventually(async () => {
        const { status } = await harness.cluster.resource(computeNodes).get(NODE);
        const { checkedAt = '', ...found } = status?.gpuCheck ?? {};
        expect(found).toEqual({ passed: 4, failed: 0, inconclusive: 0 });
        expect(checkedAt >= askedAt).toBe(true);
      });
      // Its time is in the future for the following tests, which it would trigger a check in, too.
      await setAsked(null);
      await setGpuCheck(null);
    },
    TIMEOUT,
  );

  it.each<
    [because: string, cause: Pick<SuspectMachine, 'cause' | 'xid'>, suspect: (machine: Workload) => unknown]
  >([
    [
      'its customer reported one',
      { cause: 'Report' },
      ({ metadata }) => {
        const marked = { [annotations.gpuReportedAt]: clock.now().toISOString() };
        return harness.cluster
          .resource(workloads)
          .mergePatch(metadata, { metadata: { annotations: marked } });
      },
    ],
    [
      'its driver logged that one fell off the bus',
      { cause: 'Xid', xid: 79 },
      ({ status }) => {
        prometheus.xids.set(status?.virtualMachine ?? '', 79);
        clock.pass(5 * MINUTE_MS);
      },
    ],
  ])(
    'checks free GPUs after a machine with a suspect GPU leaves: %s',
    async (_, cause, suspect) => {
      await setGpuCheck({ policy: 'AfterFaults', image: 'registry.example/gpu-check:1' });
      const workload = await harness.running();
      const key = `${NAMESPACE}/${workload.metadata.name}`;
      await eventually(async () => expect(await deviceOf(key)).toBeDefined());
      await suspect(workload);
      await untilChecked({ suspects: [{ workload: key, ...cause }] });
      const held = await deviceOf(key);
      const { xid } = cause;
      expect(held?.history.at(-1)).toEqual({
        ...{ time: expect.any(String), type: 'Suspected', workload: key },
        ...(xid !== undefined && { xid }),
      });
      const before = (await harness.cluster.resource(computeNodes).get(NODE)).status?.gpuCheck?.checkedAt;
      await harness.destroy(workload);
      await eventually(async () => {
        const { status } = await harness.cluster.resource(computeNodes).get(NODE);
        const { checkedAt, ...found } = status?.gpuCheck ?? {};
        expect(found).toEqual({ passed: 4, failed: 0, inconclusive: 0 });
        expect(checkedAt).not.toBe(before);
      });
      await setGpuCheck(null);
    },
    TIMEOUT,
  );

  it(
    'gets no new machines after two failed starts, while others run elsewhere, until one starts',
    async () => {
      await harness.setQuota({ gpus: 12 });
      await harness.addNode('gpu-2');
      await harness.running({ ...on('gpu-2'), skuQuantity: 3, rootDiskSize: '300Gi' });
      await harness.fault(nodes, NODE, 'SlowStart');
      const [first, second] = [await failing(), await failing()];
      const objects = [first, second].map(({ metadata }) => ({
        kind: 'Workload',
        name: `${NAMESPACE}/${metadata.name}`,
      }));
      await untilCondition('StartsMachines', {
        status: 'False',
        reason: 'StartsFail',
        parameters: { objects },
      });
      await untilCondition('Ready', { status: 'False', reason: 'StartsFail' });

      await harness.stopOperators();
      harness.startOperator(undefined, { clock });
      const waiting = await harness.ordered({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await harness.untilReason(waiting, 'NoCapacity');

      await harness.fault(nodes, NODE, null);
      await harness.change(first, { restartedAt: clock.now().toISOString() });
      await harness.until(first, 'Running');
      await untilCondition('StartsMachines', { status: 'True' });
      const served = await harness.until(waiting, 'Running');
      expect(served.status?.placed).toMatchObject(NODE_PLACED);
    },
    TIMEOUT,
  );

  const on = (nodeName: string) => ({ placement: { nodeName } });

  /** Creates a machine on the first node whose start fails. */
  async function failing(): Promise<Workload> {
    const workload = await harness.ordered(on('gpu-1'));
    await eventually(async () => {
      const { status } = await harness.get(workload);
      const machine = await harness.cluster
        .resource(virtualMachineInstances)
        .find({ namespace: NAMESPACE, name: status?.virtualMachine ?? 'none' });
      expect(machine?.status?.phase).toBe('Scheduled');
    });
    clock.pass(15 * MINUTE_MS);
    return harness.until(workload, 'Failed');
  }

  async function quarantine(gpus: QuarantinedGpus[]): Promise<void> {
    await harness.cluster.resource(computeNodes).mergePatch(NODE, { spec: { quarantine: gpus } });
  }

  const BROKEN = '0000:1a:00.0';

  async function setGpuCheck(gpuCheck: GPUCheck | null): Promise<void> {
    await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { gpuCheck } });
  }

  /** Requests a check as an operator does. */
  async function setAsked(at: string | null): Promise<void> {
    const asked = { [annotations.checkGpusAt]: at };
    await harness.cluster.resource(computeNodes).mergePatch(NODE, { metadata: { annotations: asked } });
  }

  async function setAnnotation(name: string, value: string | null): Promise<void> {
    await harness.cluster.resource(nodes).mergePatch(NODE, { metadata: { annotations: { [name]: value } } });
  }

  /** Waits until this many GPUs are allocated. */
  async function untilAllocated(gpus: number): Promise<void> {
    await eventually(async () => {
      const { status } = await harness.cluster.resource(computeNodes).get(NODE);
      expect(status?.allocated?.gpus).toBe(gpus);
    });
  }

  async function untilChecked(found: object): Promise<void> {
    await eventually(async () => {
      const { status } = await harness.cluster.resource(computeNodes).get(NODE);
      expect(status?.gpuCheck).toMatchObject(found);
    });
  }

  async function checkMachines(): Promise<string[]> {
    const { items } = await harness.cluster
      .resource(virtualMachineInstances)
      .list({ namespace: 'gpulease-checks' });
    return items.map(({ metadata }) => metadata.name);
  }

  async function devices(): Promise<NodeDevice[]> {
    const { status } = await harness.cluster.resource(computeNodes).get(NODE);
    return status?.devices ?? [];
  }

  async function deviceOf(workload: string): Promise<NodeDevice | undefined> {
    return (await devices()).find((device) => device.workload === workload);
  }

  async function setHealthyGpus(count: string): Promise<void> {
    const allocatable = { ...coreNodeStatus.allocatable, [DEVICE]: count };
    await harness.cluster
      .resource(nodes)
      .mergePatch(NODE, { status: { allocatable } }, { subresource: 'status' });
  }
});

const NODE_PLACED = { node: 'gpu-1' };
