import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenants, type Workload } from '@gpulease/crds';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('the reason for stopping a machine that its owner wants to run', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const suspend = (state: 'Active' | 'Suspended'): Promise<unknown> =>
    harness.cluster.resource(tenants).mergePatch({ name: 'mei' }, { spec: { state } });

  /** Expects that the machine stays off although the cause of its stop is over, and that its owner can start it. */
  const staysUntilAsked = async (workload: Workload, reason: string): Promise<void> => {
    const seen = await eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status?.observedGeneration).toBe(present.metadata.generation);
      return present;
    });
    expect(seen.status).toMatchObject({ phase: 'Stopped', halt: { reason } });
    await harness.change(workload, { restartedAt: new Date().toISOString() });
    const { status } = await harness.until(workload, 'Running');
    expect(status?.halt).toBeUndefined();
    await harness.destroy(workload);
  };

  it(
    "may be an administrator's hold with its reason, and the machine stays off once that is lifted",
    async () => {
      const workload = await harness.running({ resume: 'Automatic' });
      await harness.change(workload, { freeze: { reason: 'Mining.' } });
      const { status } = await harness.until(workload, 'Stopped');
      expect(status).toMatchObject({
        halt: { reason: 'Frozen' },
        message: 'An administrator has locked this machine: Mining.',
        runs: [{ endReason: 'Frozen' }],
      });
      await harness.change(workload, { restartedAt: new Date().toISOString() });
      await eventually(async () => {
        const present = await harness.get(workload);
        expect(present.status?.observedGeneration).toBe(present.metadata.generation);
        expect(present.status?.phase).toBe('Stopped');
      });
      await harness.change(workload, { freeze: null, restartedAt: null });
      await staysUntilAsked(workload, 'Frozen');
    },
    TIMEOUT,
  );

  it(
    'may be the suspension of its tenant, which also keeps a new machine from starting',
    async () => {
      const workload = await harness.running();
      await suspend('Suspended');
      const { status } = await harness.until(workload, 'Stopped');
      expect(status).toMatchObject({ halt: { reason: 'Suspended' }, reason: 'TenantSuspended' });
      await suspend('Active');
      await staysUntilAsked(workload, 'Suspended');
    },
    TIMEOUT,
  );

  it(
    'may be maintenance of its node, after a notice; the machine restarts automatically if its owner chose so',
    async () => {
      const back = await harness.running({ resume: 'Automatic' });
      const stays = await harness.running();
      await harness.setNodeState('gpu-1', 'Maintenance', { reason: 'A new fan.', noticeSeconds: 30 });
      const { status } = await harness.untilReason(stays, 'MaintenanceNotice');
      expect(status).toMatchObject({ phase: 'Running', interruption: { reason: 'Maintenance' } });
      const stopped = await harness.until(stays, 'Stopped');
      expect(stopped.status).toMatchObject({ halt: { reason: 'Maintenance' }, reason: 'Maintenance' });
      expect(stopped.status?.message).toContain('(A new fan)');
      expect(stopped.status?.parameters).toEqual({ why: 'A new fan.' });
      expect((await harness.eventsOf(stays, 'MaintenanceNotice'))[0]?.note).toContain('(A new fan)');
      expect(Date.parse(stopped.status?.stoppedAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(status?.interruption?.stopAt ?? ''),
      );
      const waiting = await harness.untilReason(back, 'NoCapacity');
      expect(waiting.status?.message).toMatch(/out of service/);
      await harness.setNodeState('gpu-1', 'Active');
      await harness.until(back, 'Running');
      await staysUntilAsked(stays, 'Maintenance');
      await harness.destroy(back);
    },
    TIMEOUT,
  );

  it(
    'may be planned maintenance of its node, which begins and ends automatically, and restarts the machines that it stopped',
    async () => {
      const workload = await harness.running({ resume: 'Automatic' });
      const manual = await harness.running();
      const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const window = { startTime: after(8), endTime: after(3600) };
      await harness.setNodeState('gpu-1', 'Active', { reason: 'A new fan.', noticeSeconds: 3, ...window });
      const announced = await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(status).toMatchObject({ plannedMaintenance: { ...window, reason: 'A new fan.' } });
        return status;
      });
      expect(announced).toMatchObject({ phase: 'Running', reason: 'Running' });
      const { status } = await harness.untilReason(workload, 'MaintenanceNotice');
      expect(Date.parse(status?.interruption?.stopAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(window.startTime),
      );
      await harness.untilReason(workload, 'NoCapacity');
      const stopped = await harness.until(manual, 'Stopped');
      expect(stopped.status).toMatchObject({ halt: { reason: 'Maintenance', resume: 'Automatic' } });
      await harness.fund(manual, { status: 'False', reason: 'Released' });
      await harness.setNodeState('gpu-1', 'Active', { reason: 'A new fan.', ...window, endTime: after(1) });
      await harness.until(workload, 'Running');
      await eventually(async () => expect((await harness.get(manual)).status?.halt).toBeUndefined());
      expect((await harness.get(manual)).status?.phase).toBe('Stopped');
      await harness.accept(manual);
      await harness.until(manual, 'Running');
      await harness.destroy(manual);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is not maintenance that is canceled before its notice expires',
    async () => {
      const workload = await harness.running();
      await harness.setNodeState('gpu-1', 'Maintenance', { reason: 'A new fan.', noticeSeconds: 600 });
      await harness.untilReason(workload, 'MaintenanceNotice');
      await harness.setNodeState('gpu-1', 'Active');
      const { status } = await harness.untilReason(workload, 'Running');
      expect(status?.interruption).toBeUndefined();
      expect(status?.runs).toHaveLength(1);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'may be its guest, which powers itself off',
    async () => {
      const workload = await harness.running({ resume: 'Automatic' });
      const ref = machineRef(workload);
      const annotations = { 'simulation.gpulease.dev/guest': 'PowerOff' };
      await harness.cluster.resource(virtualMachineInstances).mergePatch(ref, { metadata: { annotations } });
      const { status } = await harness.until(workload, 'Stopped');
      expect(status).toMatchObject({ halt: { reason: 'GuestPoweredOff' }, reason: 'GuestPoweredOff' });
      await staysUntilAsked(workload, 'GuestPoweredOff');
    },
    TIMEOUT,
  );
});
