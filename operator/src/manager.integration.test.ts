import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, skus, tenants, vmImages } from '@gpulease/crds';
import { findCondition, nodes } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE } from './testing/harness.ts';
import { leaderlessMs } from './testing/takeover.ts';

const TIMEOUT = 600_000;

describe('operators on a real API server', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  it(
    'hand over in the middle of a start without repeating a step',
    async () => {
      const first = harness.startOperator();
      const second = harness.startOperator();
      const workload = await harness.create();
      const [leader, standby] = first.isLeader() ? [first, second] : [second, first];
      expect(standby.isLeader()).toBe(false);
      await harness.accept(workload);
      await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(['Scheduled', 'Starting', 'Running']).toContain(status?.phase);
      });
      await harness.stopOperator(leader);
      const running = await harness.until(workload, 'Running');
      expect(running.status?.runs).toHaveLength(1);
      const { items } = await harness.cluster
        .resource(virtualMachineInstances)
        .list({ namespace: NAMESPACE });
      expect(items).toHaveLength(1);
      await eventually(() => expect(standby.isLeader()).toBe(true));
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'write capacity and use to the catalogue',
    async () => {
      const workload = await harness.running({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await eventually(async () => {
        const node = await harness.cluster.resource(computeNodes).get({ name: 'gpu-1' });
        expect(node.status).toMatchObject({
          capacity: { gpus: 4 },
          allocated: { gpus: 2 },
          free: { gpus: 2 },
        });
        const sku = await harness.cluster.resource(skus).get({ name: 'a100-1' });
        expect(sku.status).toMatchObject({
          workloads: 1,
          available: 2,
          availability: [
            {
              region: 'east',
              available: 2,
              level: 'Low',
              spot: { available: 2, level: 'Low' },
              bookable: 2,
              maxQuantity: 4,
            },
          ],
        });
        const image = await harness.cluster.resource(vmImages).get({ name: 'ubuntu' });
        expect(image.status).toMatchObject({ workloads: 1 });
        expect(findCondition(image.status?.conditions, 'Ready')?.status).toBe('True');
        const tenant = await harness.cluster.resource(tenants).get({ name: 'mei' });
        expect(tenant.status).toMatchObject({ used: { gpus: 2, workloads: 1 }, free: { gpus: 2 } });
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'cordon a node for maintenance, stop its machines after the notice, and uncordon it',
    async () => {
      const workload = await harness.running({ resume: 'Automatic' });
      const client = harness.cluster.resource(computeNodes);
      const maintenance = { reason: 'A new fan.', noticeSeconds: 1 };
      await client.mergePatch({ name: 'gpu-1' }, { spec: { state: 'Maintenance', maintenance } });
      // The workload waits to resume as soon as it has stopped, so the phase Stopped may not be observed.
      const stopped = await eventually(async () => {
        const present = await harness.get(workload);
        expect(['Stopped', 'Pending']).toContain(present.status?.phase);
        return present;
      });
      expect(stopped.status?.runs).toEqual([expect.objectContaining({ endReason: 'Maintenance' })]);
      const closed = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
      expect(closed.spec?.unschedulable).toBe(true);
      await client.mergePatch({ name: 'gpu-1' }, { spec: { state: 'Active', maintenance: null } });
      await harness.until(workload, 'Running');
      const opened = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
      expect(opened.spec?.unschedulable).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'continue after an outage of the API server',
    async () => {
      const workload = await harness.create();
      await harness.accept(workload);
      await harness.controlPlane.killApiServer();
      await harness.controlPlane.startApiServer();
      const running = await harness.until(workload, 'Running');
      expect(running.status?.runs).toHaveLength(1);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});

describe('an operator that is killed', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  it(
    'is replaced within 20 seconds by another, which finishes its work',
    async () => {
      const first = harness.spawnOperator();
      const workload = await harness.create();
      const second = harness.startOperator();
      // It can take over only once it is ready.
      await eventually(() => expect(second.notReadyReason()).toBeUndefined());
      await harness.accept(workload);
      await eventually(async () => expect((await harness.get(workload)).status?.placed).toBeDefined());
      await first.stop('SIGKILL');
      await harness.change(workload, { powerState: 'Stopped' });
      const withoutLeader = await leaderlessMs(harness, () => harness.until(workload, 'Stopped'));
      expect(withoutLeader).toBeLessThan(20_000);
      const stopped = await harness.get(workload);
      expect(stopped.status?.placed).toBeUndefined();
      expect(stopped.status?.runs?.every(({ stoppedAt }) => stoppedAt !== undefined) ?? true).toBe(true);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
