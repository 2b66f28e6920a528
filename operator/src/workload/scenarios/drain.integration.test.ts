import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes } from '@gpulease/crds';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('kubectl drain', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  it(
    'gives machines notice, stops them when it expires, and restarts those whose owners chose so',
    async () => {
      const nodes = harness.cluster.resource(computeNodes);
      const maintenance = { reason: 'A fan is replaced.', noticeSeconds: 30 };
      await nodes.mergePatch({ name: 'gpu-1' }, { spec: { maintenance } });
      const manual = await harness.running();
      const automatic = await harness.running({ resume: 'Automatic' });
      const drain = ['drain', 'gpu-1', '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=300s'];
      const drained = harness.controlPlane.kubectl(drain);
      const told = await eventually(async () => {
        const present = await harness.get(manual);
        expect(present.status?.interruption).toMatchObject({ reason: 'Maintenance' });
        return present;
      });
      const { noticedAt = '', stopAt = '' } = told.status?.interruption ?? {};
      expect(Date.parse(stopAt) - Date.parse(noticedAt)).toBe(30_000);
      expect(told.status?.phase).toBe('Running');
      expect(await drained).toContain('node/gpu-1 drained');
      const stopped = await harness.until(manual, 'Stopped');
      expect(stopped.status).toMatchObject({ halt: { reason: 'Maintenance' }, reason: 'Maintenance' });
      expect(stopped.status?.interruption).toBeUndefined();
      await harness.until(automatic, 'Pending');
      await harness.controlPlane.kubectl(['uncordon', 'gpu-1']);
      await harness.until(automatic, 'Running');
      expect((await harness.get(manual)).status?.phase).toBe('Stopped');
    },
    TIMEOUT,
  );

  it(
    'leaves nothing behind when it is abandoned, so that a later cordon stops no machine',
    async () => {
      const workload = await harness.running();
      const ref = machineRef(workload);
      const marked = async () =>
        (await harness.cluster.resource(virtualMachineInstances).get(ref)).status?.evacuationNodeName;
      const drain = ['drain', 'gpu-1', '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=1s'];
      await expect(harness.controlPlane.kubectl(drain)).rejects.toThrow();
      await eventually(async () =>
        expect((await harness.get(workload)).status?.interruption).toMatchObject({ reason: 'Maintenance' }),
      );
      expect(await marked()).toBe('gpu-1');
      await harness.controlPlane.kubectl(['uncordon', 'gpu-1']);
      await eventually(async () => {
        expect((await harness.get(workload)).status?.interruption).toBeUndefined();
        expect(await marked()).toBeUndefined();
      });
      await harness.controlPlane.kubectl(['cordon', 'gpu-1']);
      const another = await harness.ordered();
      await harness.untilSays(another, { phase: 'Pending', reason: 'NoCapacity' });
      const { status } = await harness.get(workload);
      expect(status).toMatchObject({ phase: 'Running' });
      expect(status?.interruption).toBeUndefined();
      await harness.controlPlane.kubectl(['uncordon', 'gpu-1']);
      await harness.until(another, 'Running');
      await harness.destroy(another);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
