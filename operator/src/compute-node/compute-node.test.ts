import { describe, expect, it } from '@jest/globals';
import type { ComputeNode, QuarantinedGpus } from '@gpulease/crds';
import type { Node, Taint } from '@gpulease/kube';
import type { Allocation } from '@gpulease/placement/capacity';
import type { NodeView } from './node-view.ts';
import { nodeCapacity, usable } from './capacity.ts';
import { nodeRefusal } from './node-refusal.ts';
import { nodePatch } from './reconcile.ts';
import type { OtherPod } from '../core-node/other-pods.ts';
import { assessComputeNode } from './status.ts';

const GiB = 2 ** 30;
const NOW = new Date('2026-01-31T12:00:00Z');

/** Returns planned maintenance that starts in `minutes` and lasts an hour. */
function plannedIn(minutes: number): Partial<ComputeNode['spec']> {
  const after = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString();
  return {
    maintenance: {
      ...{ reason: 'A new fan.', noticeSeconds: 600 },
      ...{ startTime: after(minutes), endTime: after(minutes + 60) },
    },
  };
}
const gpu = { spec: { deviceName: 'nvidia.com/A100' } } as NodeView['gpu'];

function aComputeNode(spec: Partial<ComputeNode['spec']> = {}, metadata = {}): ComputeNode {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'ComputeNode',
    metadata: { name: 'gpu-1', ...metadata },
    spec: {
      description: 'Eight A100.',
      region: 'east',
      resources: { cpu: 64, memory: '512Gi', storage: '4Ti', gpus: { model: 'a100', count: 8 } },
      skus: ['a100-1'],
      state: 'Active',
      ...spec,
    },
  };
}

const setByVirtHandler = {
  'kubevirt.io/schedulable': 'true',
  'machine-type.node.kubevirt.io/q35': 'true',
};

function aNode(
  changes: { gpus?: string; unschedulable?: boolean; ready?: 'True' | 'False'; cordonedBy?: string } = {},
): Node {
  const { gpus = '8', unschedulable, ready = 'True', cordonedBy } = changes;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'gpu-1',
      resourceVersion: '7',
      labels: { mine: 'stays', ...setByVirtHandler },
      ...(cordonedBy === undefined ? {} : { annotations: { 'gpulease.dev/cordoned': cordonedBy } }),
    },
    spec: unschedulable === undefined ? {} : { unschedulable },
    status: {
      allocatable: { cpu: '96', memory: '500Gi', pods: '110', 'nvidia.com/A100': gpus },
      conditions: [{ type: 'Ready', status: ready }],
    },
  };
}

function labelled(labels: Record<string, string>, node = aNode()): Node {
  return { ...node, metadata: { ...node.metadata, labels } };
}

function withTaints(...taints: Taint[]): Node {
  return { ...aNode(), spec: { taints } };
}

function tainted(key: string, ready: 'True' | 'False' = 'True'): Node {
  return { ...aNode({ ready }), spec: { taints: [{ key, value: 'nodeshutdown', effect: 'NoExecute' }] } };
}

const anAllocation = {
  workload: 'u-1/train',
  tenant: 'u-1',
  node: 'gpu-1',
  amounts: { cpu: 4000, memory: 16 * GiB, storage: 100 * GiB, gpus: 1, pods: 1 },
  spot: false,
  createdAt: 0,
  from: 0,
};

const view = (changes: Partial<NodeView> = {}): NodeView => ({
  computeNode: aComputeNode(),
  now: NOW,
  node: aNode(),
  gpu,
  ...changes,
});

describe('usable', () => {
  it('is the smaller of the declared and the actual capacity', () => {
    expect(usable(view())).toEqual({
      cpu: 64_000,
      memory: 500 * GiB,
      storage: 4096 * GiB,
      gpus: 8,
      pods: 110,
    });
  });

  it('counts no GPUs of a model that is not in the catalogue', () => {
    expect(usable(view({ gpu: undefined })).gpus).toBe(0);
  });
});

describe('GPUs in quarantine', () => {
  const reason = 'Xid 79';
  const excluded = { reason, devicePlugin: 'Excludes' as const };
  const holding = (gpus: number): OtherPod => ({
    metadata: { namespace: 'ml', name: 'a' },
    nodeName: 'gpu-1',
    requests: { 'nvidia.com/A100': gpus },
  });
  interface Case {
    there: string;
    others?: number;
    sold: number;
    lacks?: boolean;
  }
  it.each<[name: string, quarantine: QuarantinedGpus[], found: Case]>([
    ['one, on a node that has all its GPUs', [{ reason }], { there: '8', sold: 7 }],
    ['several', [{ reason, count: 2 }, { reason }], { there: '8', sold: 5 }],
    ['one that the device plugin excludes, counted once', [excluded], { there: '7', sold: 7 }],
    ['one excluded, while another has failed', [excluded], { there: '6', sold: 6, lacks: true }],
    ['one that the device plugin does not exclude yet', [excluded], { there: '8', sold: 7 }],
    ['one, while another has failed', [{ reason }], { there: '7', sold: 6, lacks: true }],
    ['one, while another pod holds a GPU', [{ reason }], { there: '8', others: 1, sold: 6, lacks: true }],
    ['one of each', [{ reason }, excluded], { there: '7', sold: 6 }],
    ['more than the node has', [{ reason, count: 9 }, excluded], { there: '8', sold: 0 }],
  ])('are not for sale: %s', (_, quarantine, { there, others = 0, sold, lacks = false }) => {
    const sick = view({
      computeNode: aComputeNode({
        resources: { ...aComputeNode().spec.resources, memory: '400Gi' },
        quarantine,
      }),
      node: aNode({ gpus: there }),
      otherPods: [holding(others)],
    });
    expect(usable(sick).gpus).toBe(sold);
    const { conditions } = assessComputeNode(sick, { allocations: [] });
    expect(conditions.find(({ type }) => type === 'CapacityVerified')?.status).toBe(lacks ? 'False' : 'True');
  });

  it.each<[machines: number, free: number, message: string, parameters: object]>([
    [3, 3, '2 of 8 GPUs are in quarantine and not for sale.', { lacking: '2/8' }],
    [6, 0, '2 of 8 GPUs are in quarantine and not for sale.', { lacking: '2/8' }],
    [
      7,
      0,
      '2 of 8 GPUs are in quarantine and not for sale. Machines still use 1 of them, or as many other GPUs instead.',
      { lacking: '2/8', used: '1' },
    ],
  ])('leave %i machines running and %i GPUs free', (machines, free, message, parameters) => {
    const computeNode = aComputeNode({
      resources: { ...aComputeNode().spec.resources, memory: '400Gi' },
      quarantine: [{ reason, count: 2 }],
    });
    const allocations = Array<typeof anAllocation>(machines).fill(anAllocation);
    const { fields, conditions } = assessComputeNode(view({ computeNode }), { allocations });
    expect(fields).toMatchObject({
      capacity: { gpus: 6 },
      allocated: { gpus: machines },
      free: { gpus: free },
    });
    const found = { status: 'False', reason: 'Quarantined', message, parameters };
    expect(conditions.find(({ type }) => type === 'GPUsForSale')).toMatchObject(found);
    expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'True',
      reason: 'Quarantined',
    });
  });
});

describe('the names in the conditions of a node', () => {
  const found = (changes: Partial<NodeView>, type: string) =>
    assessComputeNode(view(changes), { allocations: [] }).conditions.find((one) => one.type === type)
      ?.parameters;

  it('are also given as parameters', () => {
    const taint = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' } as const;
    expect(found({ node: undefined }, 'NodeFound')).toEqual({ name: 'gpu-1' });
    expect(found({ node: withTaints(taint) }, 'Schedulable')).toEqual({
      name: 'nvidia.com/gpu=present:NoSchedule',
    });
    expect(found({ node: withTaints(taint) }, 'Ready')).toEqual({
      name: 'nvidia.com/gpu=present:NoSchedule',
    });
  });
});

describe('a node', () => {
  const gpuTaint: Taint = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
  const tolerating = (...tolerations: NonNullable<ComputeNode['spec']['tolerations']>) => ({
    node: withTaints(gpuTaint),
    computeNode: aComputeNode({ tolerations }),
  });
  const problem = (status: 'True' | 'False') => {
    const conditions = [{ type: 'KernelDeadlock', status }, ...(aNode().status?.conditions ?? [])];
    return { node: { ...aNode(), status: { ...aNode().status, conditions } } };
  };
  const otherType = {
    spec: { configuration: { architectureConfiguration: { amd64: { machineType: 'pc-q35-9.2' } } } },
  } as unknown as NodeView['kubeVirt'];

  it.each<[name: string, changes: Partial<NodeView>]>([
    ['it is healthy', {}],
    ['dedicated', { node: withTaints({ key: 'gpulease.dev/dedicated', effect: 'NoSchedule' }) }],
    ['its problem is over', { ...problem('False'), problemConditions: ['KernelDeadlock'] }],
    ['its condition is not configured as a problem', { ...problem('True'), problemConditions: ['XidError'] }],
    ['its taint is only a preference', { node: withTaints({ ...gpuTaint, effect: 'PreferNoSchedule' }) }],
    ['its taint is tolerated for any value', tolerating({ key: 'nvidia.com/gpu', operator: 'Exists' })],
    ['its taint is tolerated for its value', tolerating({ key: 'nvidia.com/gpu', value: 'present' })],
  ])('accepts machines when %s', (_, changes) => {
    expect(nodeRefusal(view(changes))).toBeUndefined();
  });

  const tainted = { reason: 'Tainted', why: 'has the taint nvidia.com/gpu=present:NoSchedule' };
  const lacking = (label: string) => ({
    reason: 'NoVirtHandler',
    why: `has no virt-handler, which would set the label ${label}=true`,
  });
  it.each<[name: string, changes: Partial<NodeView>, refusal: object]>([
    [
      'inactive',
      { computeNode: aComputeNode({ state: 'Inactive' }) },
      { reason: 'Inactive', why: 'is inactive' },
    ],
    [
      'in maintenance',
      { computeNode: aComputeNode({ state: 'Maintenance' }) },
      { reason: 'Maintenance', why: 'is in maintenance' },
    ],
    [
      'it has no core Node',
      { node: undefined },
      { reason: 'NotFound', why: 'does not exist in the cluster' },
    ],
    [
      'another ComputeNode represents its Node',
      { node: undefined, takenBy: 'a' },
      { reason: 'Taken', why: 'refers to the same Node as a' },
    ],
    ['not ready', { node: aNode({ ready: 'False' }) }, { reason: 'NodeNotReady', why: 'is not ready' }],
    [
      'its Node is cordoned',
      { node: aNode({ unschedulable: true }) },
      { reason: 'Cordoned', why: 'is cordoned' },
    ],
    [
      'it reports a problem',
      { ...problem('True'), problemConditions: ['XidError', 'KernelDeadlock'] },
      { reason: 'NodeProblem', why: 'reports KernelDeadlock', parameters: { name: 'KernelDeadlock' } },
    ],
    ['kube-scheduler would refuse machines for its taint', { node: withTaints(gpuTaint) }, tainted],
    ['its taint is tolerated only for another value', tolerating({ key: 'nvidia.com/gpu' }), tainted],
    [
      'its taint is tolerated only for another effect',
      tolerating({ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoExecute' }),
      tainted,
    ],
    [
      'its virt-handler no longer responds',
      { node: labelled({ ...setByVirtHandler, 'kubevirt.io/schedulable': 'false' }) },
      { reason: 'NoVirtHandler', why: 'has a virt-handler that is not responding' },
    ],
    ['it has no virt-handler', { node: labelled({}) }, lacking('kubevirt.io/schedulable')],
    [
      "it does not support KubeVirt's machine type",
      { node: labelled({ 'kubevirt.io/schedulable': 'true' }) },
      lacking('machine-type.node.kubevirt.io/q35'),
    ],
    [
      'it does not support the machine type of its architecture',
      { node: labelled({ 'kubernetes.io/arch': 'arm64', ...setByVirtHandler }) },
      lacking('machine-type.node.kubevirt.io/virt'),
    ],
    [
      'it does not support the machine type set in KubeVirt',
      { kubeVirt: otherType },
      lacking('machine-type.node.kubevirt.io/pc-q35-9.2'),
    ],
  ])('refuses machines when %s', (_, changes, refusal) => {
    expect(nodeRefusal(view(changes))).toMatchObject(refusal);
  });
});

describe('nodePatch', () => {
  it('labels the core Node with its region and SKUs, and nothing else', () => {
    expect(nodePatch(aNode(), aComputeNode(), NOW)).toEqual({
      metadata: {
        resourceVersion: '7',
        labels: {
          'gpulease.dev/region': 'east',
          'gpulease.dev/compute-node': 'gpu-1',
          'sku.gpulease.dev/a100-1': 'true',
        },
      },
      spec: {},
    });
  });

  const ours = {
    'gpulease.dev/region': 'east',
    'gpulease.dev/compute-node': 'gpu-1',
    'sku.gpulease.dev/a100-1': 'true',
    'sku.gpulease.dev/old': 'true',
  };

  it.each<
    [name: string, state: ComputeNode['spec']['state'], node: Node, unschedulable: true | null | undefined]
  >([
    ['cordons a node that enters maintenance', 'Maintenance', aNode(), true],
    ['uncordons it afterwards', 'Active', aNode({ unschedulable: true, cordonedBy: 'Maintenance' }), null],
    ['leaves the cordon of someone else', 'Active', aNode({ unschedulable: true }), undefined],
    [
      'does not take over the cordon of someone else',
      'Maintenance',
      aNode({ unschedulable: true }),
      undefined,
    ],
    ['leaves an inactive node open so that its machines can restart', 'Inactive', aNode(), undefined],
    [
      'uncordons an inactive node that an earlier release cordoned',
      'Inactive',
      aNode({ unschedulable: true, cordonedBy: 'Inactive' }),
      null,
    ],
  ])('%s', (_, state, node, unschedulable) => {
    const patch = nodePatch(labelled(ours, node), aComputeNode({ state }), NOW) as {
      spec?: { unschedulable: unknown };
    };
    expect(patch.spec?.unschedulable).toBe(unschedulable);
  });

  it.each<[name: string, minutes: number, node: Node, unschedulable: true | null | undefined]>([
    ['leaves a node open while its planned maintenance is not near', 11, aNode(), undefined],
    ['cordons it when the notice begins', 10, aNode(), true],
    ['uncordons it at the end', -60, aNode({ unschedulable: true, cordonedBy: 'Maintenance' }), null],
  ])('%s', (_, minutes, node, unschedulable) => {
    const patch = nodePatch(labelled(ours, node), aComputeNode(plannedIn(minutes)), NOW) as {
      spec?: { unschedulable: unknown };
    };
    expect(patch.spec?.unschedulable).toBe(unschedulable);
  });

  it('removes the label of a SKU that is no longer bound', () => {
    expect(nodePatch(labelled(ours), aComputeNode(), NOW)).toMatchObject({
      metadata: { labels: { 'sku.gpulease.dev/old': null } },
    });
  });

  const deleted = aComputeNode({ state: 'Maintenance' }, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  it.each<[name: string, computeNode: ComputeNode | undefined]>([
    ['is being deleted', deleted],
    ['is gone, or names another Node now', undefined],
  ])('removes all our labels and taints when the ComputeNode %s', (_, computeNode) => {
    const closed = labelled(ours, aNode({ unschedulable: true, cordonedBy: 'Maintenance' }));
    closed.spec = { ...closed.spec, taints: [others, dedicated] };
    expect(nodePatch(closed, computeNode, NOW)).toMatchObject({
      metadata: {
        labels: {
          'gpulease.dev/region': null,
          'gpulease.dev/compute-node': null,
          'sku.gpulease.dev/a100-1': null,
        },
        annotations: { 'gpulease.dev/cordoned': null },
      },
      spec: { unschedulable: null, taints: [others] },
    });
  });

  const others: Taint = { key: 'nvidia.com/gpu', effect: 'NoSchedule' };
  const dedicated: Taint = { key: 'gpulease.dev/dedicated', effect: 'NoSchedule' };
  it.each<
    [name: string, sharing: ComputeNode['spec']['sharing'], before: Taint[], after: Taint[] | undefined]
  >([
    ['keeps other pods off a dedicated node', 'Dedicated', [others], [others, dedicated]],
    ['changes nothing once the taint is set', 'Dedicated', [dedicated, others], undefined],
    [
      'restores its own taint after a change by someone else',
      'Dedicated',
      [{ ...dedicated, effect: 'PreferNoSchedule' }],
      [dedicated],
    ],
    ['removes the taint when the node is shared again', 'Shared', [dedicated, others], [others]],
    ['removes the taint when sharing is not set', undefined, [dedicated], []],
    ['leaves the taints of others', 'Shared', [others], undefined],
  ])('%s', (_, sharing, before, after) => {
    const patch = nodePatch(withTaints(...before), aComputeNode({ sharing }), NOW) as {
      spec: { taints?: Taint[] };
    };
    expect(patch.spec.taints).toEqual(after);
  });
});

describe('assessComputeNode', () => {
  const conditionOf = (changes: Partial<NodeView>, type: string) =>
    assessComputeNode(view(changes), { allocations: [] }).conditions.find(
      (condition) => condition.type === type,
    );

  it('reports what the Node lacks and runs machines on the rest', () => {
    const message =
      'Node gpu-1 has 7 of 8 nvidia.com/A100, 500Gi of 512Gi memory; repair what is missing, or declare less.';
    const lacking = { node: aNode({ gpus: '7' }) };
    expect(conditionOf(lacking, 'CapacityVerified')).toMatchObject({
      status: 'False',
      reason: 'LessThanDeclared',
      message,
    });
    expect(conditionOf(lacking, 'Ready')).toMatchObject({
      status: 'True',
      reason: 'LessThanDeclared',
      message: `The node can run machines, but has less than declared. ${message}`,
    });
  });

  it('is not ready when it has none of its GPUs', () => {
    expect(conditionOf({ node: aNode({ gpus: '0' }) }, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'LessThanDeclared',
    });
    expect(conditionOf({ gpu: undefined }, 'CapacityVerified')?.message).toBe('There is no GPU a100.');
  });

  it('is not ready when a referenced object is missing', () => {
    const faults = [{ reason: 'ReferenceMissing', message: 'There is no Region east.' }] as const;
    const { conditions } = assessComputeNode(view(), { allocations: [], faults });
    expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ReferenceMissing',
      message: 'There is no Region east.',
    });
  });

  const otherPod = (name: string, requests: OtherPod['requests']): OtherPod => ({
    metadata: { namespace: 'ml', name },
    nodeName: 'gpu-1',
    requests,
  });
  const enoughMemory = aComputeNode({ resources: { ...aComputeNode().spec.resources, memory: '400Gi' } });
  it.each<[name: string, pods: OtherPod[], free: object, message: string]>([
    [
      'GPUs',
      [otherPod('b', { 'nvidia.com/A100': 1 }), otherPod('a', { 'nvidia.com/A100': 1 })],
      { cpu: 64, gpus: 6, pods: 108 },
      '2 of 8 GPUs are used by other pods: ml/a, ml/b.',
    ],
    [
      'declared CPU and memory',
      [otherPod('a', { cpu: 33, memory: 110 * GiB })],
      { cpu: 63, memory: '390Gi', gpus: 8, pods: 109 },
      'Other pods leave only 63 of 64 CPU cores, 390Gi of 400Gi memory.',
    ],
    [
      'only undeclared resources',
      [otherPod('a', { cpu: 2, memory: GiB })],
      { cpu: 64, memory: '400Gi', gpus: 8, pods: 109 },
      'The Node has at least what is declared.',
    ],
  ])('gives machines no resources that other pods hold: %s', (_, otherPods, free, message) => {
    const held = view({ computeNode: enoughMemory, otherPods });
    const { fields, conditions } = assessComputeNode(held, { allocations: [] });
    expect(fields).toMatchObject({ free });
    expect(conditions.find(({ type }) => type === 'CapacityVerified')?.message).toBe(message);
    expect(conditions.find(({ type }) => type === 'Ready')?.status).toBe('True');
  });

  it('names only the first pods of many that hold GPUs', () => {
    const otherPods = 'abcdefg'.split('').map((name) => otherPod(name, { 'nvidia.com/A100': 1 }));
    const { message } = conditionOf({ computeNode: enoughMemory, otherPods }, 'CapacityVerified') ?? {};
    expect(message).toBe('7 of 8 GPUs are used by other pods: ml/a, ml/b, ml/c, ml/d, ml/e and 2 more.');
  });

  it('tells the admin what to do when the Node does not exist', () => {
    expect(conditionOf({ node: undefined }, 'NodeFound')?.message).toContain('name another in spec.nodeName');
    expect(conditionOf({ node: undefined }, 'Ready')?.status).toBe('False');
  });

  it('reports a Node that another ComputeNode represents and does not sell it', () => {
    const second = { node: undefined, takenBy: 'gpu-0' };
    const { fields } = assessComputeNode(view(second), { allocations: [] });
    expect(fields).toMatchObject({
      capacity: { cpu: 0, gpus: 0, pods: 0 },
      free: { cpu: 0, gpus: 0, pods: 0 },
    });
    expect(conditionOf(second, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'Taken',
      message:
        'ComputeNode gpu-0 already refers to Node gpu-1; delete one of the two, or name another Node in spec.nodeName.',
    });
  });

  const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
  it.each<[name: string, node: Node, machines: number, message: string]>([
    [
      'machines may still run on',
      aNode({ ready: 'False' }),
      1,
      'is not ready, so no machine is placed on it; bring it back, or confirm with the taint ' +
        'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute that it is off, and its machines are marked as failed.',
    ],
    [
      'has no machines',
      aNode({ ready: 'False' }),
      0,
      'is not ready, so no machine is placed on it; bring it back.',
    ],
    [
      'is confirmed to be off',
      tainted(OUT_OF_SERVICE, 'False'),
      1,
      'it is confirmed to be off, so what was on it is being removed.',
    ],
    ['is back', tainted(OUT_OF_SERVICE), 0, 'remove the taint when the node has recovered.'],
  ])('tells the admin what to do about a node that %s', (_, node, machines, message) => {
    const { conditions } = assessComputeNode(view({ node }), {
      allocations: Array<typeof anAllocation>(machines).fill(anAllocation),
    });
    const schedulable = conditions.find(({ type }) => type === 'Schedulable');
    expect(schedulable?.status).toBe('False');
    expect(schedulable?.message).toContain(message);
  });

  const aDisk = {
    ...anAllocation,
    amounts: { cpu: 0, memory: 0, storage: 100 * GiB, gpus: 0, pods: 0 },
    stage: 'DiskOnly' as const,
  };
  it.each<[name: string, allocations: Allocation[], drained: object]>([
    ['has no machines', [], { status: 'True', message: 'No machine is on the node.' }],
    [
      'has machines',
      [anAllocation, anAllocation],
      { status: 'False', message: '2 machines are on the node.' },
    ],
    [
      'has the disk of a stopped machine',
      [aDisk],
      {
        status: 'True',
        reason: 'DisksRemain',
        message: "The disk of 1 stopped machine is on the node; do not wipe the host's storage.",
      },
    ],
    [
      'has a machine and disks of others',
      [anAllocation, aDisk, aDisk],
      {
        status: 'False',
        message:
          "1 machine is on the node. The disks of 2 stopped machines are on the node; do not wipe the host's storage.",
      },
    ],
  ])('reports whether maintenance may begin on a node that %s', (_, allocations, drained) => {
    const { conditions } = assessComputeNode(view(), { allocations });
    expect(conditions.find(({ type }) => type === 'Drained')).toMatchObject(drained);
  });

  it('reports when the last machine with notice is stopped', () => {
    const draining = view({ computeNode: aComputeNode({ state: 'Maintenance' }) });
    const { conditions } = assessComputeNode(draining, {
      allocations: [anAllocation, anAllocation],
      lastStopAt: '2026-01-01T06:07:26.000Z',
    });
    expect(conditions.find(({ type }) => type === 'Drained')).toMatchObject({
      reason: 'Draining',
      message: '2 machines are on the node; the last will be stopped at 2026-01-01 06:07:26 UTC.',
    });
  });

  it.each([
    ['is open until the notice of planned maintenance', 11, 'Active', 'Open'],
    ['is in maintenance from then on', 10, 'Maintenance', 'Maintenance'],
  ])('%s', (_, minutes, state, reason) => {
    const { fields, conditions } = assessComputeNode(
      view({ computeNode: aComputeNode(plannedIn(minutes)) }),
      {
        allocations: [],
      },
    );
    expect(fields).toMatchObject({ state });
    expect(conditions.find(({ type }) => type === 'Schedulable')).toMatchObject({ reason });
  });

  it('tells placement when planned maintenance stops its machines', () => {
    const HOUR = 3_600_000;
    const away = { from: NOW.getTime() + HOUR, until: NOW.getTime() + 2 * HOUR };
    expect(nodeCapacity(view({ computeNode: aComputeNode(plannedIn(60)) })).away).toEqual(away);
    expect(nodeCapacity(view()).away).toBeUndefined();
  });

  it('counts a remaining disk and its space as used', () => {
    const { fields, references } = assessComputeNode(view(), { allocations: [aDisk] });
    expect(references).toBe(1);
    expect(fields).toMatchObject({
      allocated: { cpu: 0, storage: '100Gi', gpus: 0, pods: 0 },
      free: { storage: '3996Gi', gpus: 8, pods: 110 },
      workloads: 1,
    });
  });

  it('is ready with machines on it', () => {
    const enough = view({
      computeNode: aComputeNode({ resources: { ...aComputeNode().spec.resources, memory: '400Gi' } }),
    });
    const { fields, conditions, references } = assessComputeNode(enough, {
      allocations: [anAllocation],
    });
    expect(fields).toMatchObject({
      allocated: { gpus: 1 },
      free: { cpu: 60, memory: '384Gi', gpus: 7, pods: 109 },
      workloads: 1,
    });
    expect(conditions.find(({ type }) => type === 'Ready')?.status).toBe('True');
    expect(conditions.find(({ type }) => type === 'Drained')?.message).toBe('1 machine is on the node.');
    expect(references).toBe(1);
  });
});
