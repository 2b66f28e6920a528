import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, labels, regions, skus, type ComputeNodeSpec } from '@gpulease/crds';
import { findCondition, nodes, pods } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { DEVICE, catalogue } from '../testing/catalogue.ts';
import { Harness, NAMESPACE } from '../testing/harness.ts';

const TIMEOUT = 180_000;

describe('two ComputeNodes for one Node', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const untilReady = (name: string, ready: object) =>
    eventually(async () => {
      const { status } = await harness.cluster.resource(computeNodes).get({ name });
      expect(findCondition(status?.conditions, 'Ready')).toMatchObject(ready);
    });
  const untilOneIsSold = () =>
    eventually(async () => {
      const { status } = await harness.cluster.resource(regions).get({ name: 'east' });
      expect(status).toMatchObject({ nodes: { total: 2, ready: 1 }, gpus: { total: 4, free: 4 } });
    });

  it(
    'sell its capacity once, and the second takes over when the first is deleted',
    async () => {
      const { kind, apiVersion, spec } = catalogue.find((object) => object.kind === 'ComputeNode') ?? {};
      await untilReady('gpu-1', { status: 'True' });
      const twin = { apiVersion, kind, metadata: { name: 'a-twin' }, spec: { ...spec, nodeName: 'gpu-1' } };
      await harness.controlPlane.kubectl(['create', '--filename=-'], JSON.stringify(twin));
      await untilReady('a-twin', {
        status: 'False',
        reason: 'Taken',
        message:
          'ComputeNode gpu-1 already refers to Node gpu-1; delete one of the two, or name another Node in spec.nodeName.',
      });
      await untilOneIsSold();
      await untilReady('gpu-1', { status: 'True' });
      const marked = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
      expect(marked.metadata.labels?.[labels.computeNode]).toBe('gpu-1');

      await harness.cluster.resource(computeNodes).delete({ name: 'gpu-1' });
      await untilReady('a-twin', { status: 'True' });
      await eventually(async () => {
        const node = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
        expect(node.metadata.labels?.[labels.computeNode]).toBe('a-twin');
      });
    },
    TIMEOUT,
  );
});

describe('the core Node of a ComputeNode', () => {
  const TIMEOUT = 600_000;
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const coreNode = (name: string) => harness.cluster.resource(nodes).get({ name });
  const conditionOf = async (name: string, type: string) => {
    const { status } = await harness.cluster.resource(computeNodes).get({ name });
    return findCondition(status?.conditions, type);
  };

  it(
    'stays open while it is Inactive: no machine is placed on it, and a running one can restart',
    async () => {
      const machine = await harness.running();
      // The state that an earlier release leaves behind.
      const cordoned = { metadata: { annotations: { 'gpulease.dev/cordoned': 'Inactive' } } };
      await harness.cluster
        .resource(nodes)
        .mergePatch({ name: 'gpu-1' }, { ...cordoned, spec: { unschedulable: true } });
      await harness.setNodeState('gpu-1', 'Inactive');
      await eventually(async () => expect((await coreNode('gpu-1')).spec?.unschedulable).toBeUndefined());
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Schedulable')).toMatchObject({
          status: 'False',
          message: 'The node is inactive, so no machine is placed on it.',
        }),
      );
      await harness.change(machine, { restartedAt: new Date().toISOString() });
      await eventually(async () => expect((await harness.get(machine)).status?.runs).toHaveLength(2));
      await harness.until(machine, 'Running');
      await harness.setNodeState('gpu-1', 'Active');
      await harness.destroy(machine);
    },
    TIMEOUT,
  );

  it(
    'is cordoned for maintenance and reports when the last machine stops',
    async () => {
      const machine = await harness.running();
      await harness.setNodeState('gpu-1', 'Maintenance', { reason: 'A new fan.', noticeSeconds: 600 });
      const told = await eventually(async () => {
        const { status } = await harness.get(machine);
        expect(status?.interruption).toBeDefined();
        return status?.interruption?.stopAt ?? '';
      });
      const at = told.slice(0, 19).replace('T', ' ');
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Drained')).toMatchObject({
          reason: 'Draining',
          message: `1 machine is on the node; the last will be stopped at ${at} UTC.`,
        }),
      );
      expect((await coreNode('gpu-1')).spec?.unschedulable).toBe(true);
      await harness.setNodeState('gpu-1', 'Active');
      await harness.destroy(machine);
    },
    TIMEOUT,
  );

  it(
    'takes only machines when it is dedicated, and other pods do not preempt a machine',
    async () => {
      const setSpec = (spec: Partial<ComputeNodeSpec>) =>
        harness.cluster.resource(computeNodes).mergePatch({ name: 'gpu-1' }, { spec });
      await setSpec({ sharing: 'Dedicated' });
      const dedicated = { key: 'gpulease.dev/dedicated', effect: 'NoSchedule' };
      await eventually(async () => expect((await coreNode('gpu-1')).spec?.taints).toContainEqual(dedicated));
      const client = harness.cluster.resource(pods);
      const other = await client.create({
        metadata: { name: 'other', namespace: 'gpulease-system' },
        spec: {
          nodeSelector: { 'kubernetes.io/hostname': 'gpu-1' },
          containers: [{ name: 'main', image: 'train' }],
        },
      });
      const machine = await harness.running();
      const { items } = await client.list({ namespace: NAMESPACE });
      expect(items).toMatchObject([
        { spec: { priorityClassName: 'gpulease-machine', priority: 900_000_000 } },
      ]);
      expect((await client.get(other.metadata)).spec?.nodeName).toBeUndefined();

      await setSpec({ sharing: 'Shared' });
      await eventually(async () => expect((await client.get(other.metadata)).spec?.nodeName).toBe('gpu-1'));
      await client.delete(other.metadata);

      const taint = { key: 'team', value: 'vision', effect: 'NoSchedule' };
      await harness.cluster.resource(nodes).mergePatch({ name: 'gpu-1' }, { spec: { taints: [taint] } });
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Schedulable')).toMatchObject({
          reason: 'Tainted',
          message: 'The node has the taint team=vision:NoSchedule, so no machine is placed on it.',
        }),
      );
      await setSpec({ tolerations: [{ key: 'team', operator: 'Exists' }] });
      await harness.change(machine, { restartedAt: new Date().toISOString() });
      await eventually(async () => expect((await harness.get(machine)).status?.runs).toHaveLength(2));
      await harness.until(machine, 'Running');
      await harness.cluster.resource(nodes).mergePatch({ name: 'gpu-1' }, { spec: { taints: null } });
      await harness.destroy(machine);
    },
    TIMEOUT,
  );

  it(
    'gives machines no GPU that another pod holds until the pod is deleted',
    async () => {
      const client = harness.cluster.resource(pods);
      const training = await client.create({
        metadata: { name: 'training', namespace: 'gpulease-system' },
        spec: {
          nodeSelector: { 'kubernetes.io/hostname': 'gpu-1' },
          containers: [{ name: 'main', image: 'train', resources: { limits: { [DEVICE]: '3' } } }],
        },
      });
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'CapacityVerified')).toMatchObject({
          status: 'False',
          reason: 'HeldByOtherPods',
          message: '3 of 4 GPUs are used by other pods: gpulease-system/training.',
        }),
      );
      expect(await conditionOf('gpu-1', 'Ready')).toMatchObject({ status: 'True' });
      await eventually(async () => {
        const { status } = await harness.cluster.resource(skus).get({ name: 'a100-1' });
        expect(status).toMatchObject({ available: 1 });
      });
      const wantsTwo = await harness.create({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await harness.accept(wantsTwo);
      await harness.untilReason(wantsTwo, 'NoCapacity');
      await client.delete(training.metadata);
      await harness.until(wantsTwo, 'Running');
      await harness.destroy(wantsTwo);
    },
    TIMEOUT,
  );

  it(
    'is ready only when all references of the ComputeNode exist',
    async () => {
      const setSkus = (...names: string[]) =>
        harness.cluster.resource(computeNodes).mergePatch({ name: 'gpu-1' }, { spec: { skus: names } });
      await setSkus('a100-1', 'a100-9');
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Ready')).toMatchObject({
          status: 'False',
          reason: 'ReferenceMissing',
          message: 'There is no SKU a100-9.',
        }),
      );
      const { spec } = await harness.cluster.resource(skus).get({ name: 'a100-1' });
      await harness.cluster.resource(skus).create({ metadata: { name: 'a100-9' }, spec });
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Ready')).toMatchObject({ status: 'True' }),
      );
      await setSkus('a100-1');
    },
    TIMEOUT,
  );

  it(
    'takes no machine without virt-handler and reports so',
    async () => {
      const label = 'machine-type.node.kubevirt.io/q35';
      await harness.stopSimulator();
      await harness.cluster
        .resource(nodes)
        .mergePatch({ name: 'gpu-1' }, { metadata: { labels: { [label]: null } } });
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Ready')).toMatchObject({
          status: 'False',
          reason: 'NoVirtHandler',
          message: `The node has no virt-handler, which would set the label ${label}=true, so no machine is placed on it.`,
        }),
      );
      harness.startSimulator();
      await eventually(async () =>
        expect(await conditionOf('gpu-1', 'Ready')).toMatchObject({ status: 'True' }),
      );
    },
    TIMEOUT,
  );

  it(
    'is restored when the ComputeNode names another Node, and when it is deleted',
    async () => {
      await harness.addNode('spare');
      await harness.cluster.resource(computeNodes).delete({ name: 'spare' });
      await eventually(async () =>
        expect((await coreNode('spare')).metadata.labels).not.toHaveProperty([labels.computeNode]),
      );
      expect((await coreNode('gpu-1')).metadata.labels).toMatchObject({ [labels.region]: 'east' });
      await eventually(() =>
        harness.cluster
          .resource(computeNodes)
          .mergePatch({ name: 'gpu-1' }, { spec: { nodeName: 'spare', state: 'Maintenance' } }),
      );
      await eventually(async () => {
        const before = await coreNode('gpu-1');
        expect(before.spec?.unschedulable).toBeUndefined();
        expect(
          Object.keys(before.metadata.labels ?? {}).filter((label) => label.includes('gpulease')),
        ).toEqual([]);
        const now = await coreNode('spare');
        expect(now.spec?.unschedulable).toBe(true);
        expect(now.metadata.labels).toMatchObject({ [labels.computeNode]: 'gpu-1' });
      });
    },
    TIMEOUT,
  );
});
