import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';

const TIMEOUT = 240_000;
const DAY_MS = 24 * 3_600_000;

/** All four GPUs of the node. */
const all = { skuQuantity: 4, rootDiskSize: '400Gi' };
const reserved = { pricing: { policy: 'monthly', quantity: 1 } };
const spot = { pricing: { policy: 'spot' } };

describe('Reserved machines on a real API server', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.setQuota({ gpus: 32 });
    harness.startOperator(undefined, { spotNoticeMs: 3000 });
    // Start times count from when a machine can be ordered.
    await harness.untilTenantIsReady();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds);
  const reserve = async (until: Date, changes: Partial<WorkloadSpec> = {}): Promise<Workload> => {
    const workload = await harness.create({ ...reserved, ...changes });
    await harness.fund(workload, { status: 'True', reason: 'OrderAccepted', until });
    return workload;
  };
  const order = async (changes: Partial<WorkloadSpec> = {}): Promise<Workload> => {
    const workload = await harness.create(changes);
    await harness.accept(workload);
    return workload;
  };

  it(
    'have their slot booked, which Spot may use until then and nobody else, and stop when their term ends',
    async () => {
      const start = inMs(50_000);
      const end = new Date(start.getTime() + 30_000);
      const booked = await reserve(end, { ...all, reservation: { startTime: start.toISOString() } });
      const waiting = await harness.untilReason(booked, 'Booked');
      expect(waiting.status).toMatchObject({
        phase: 'Pending',
        placed: { node: 'gpu-1', until: end.toISOString() },
      });
      const regular = await order();
      const refused = await harness.untilReason(regular, 'NoCapacity');
      expect(refused.status?.message).toMatch(/; 4 are reserved until .* UTC\./);
      const gap = await order({ ...spot, ...all });
      await harness.until(gap, 'Running');
      const left = await harness.until(gap, 'Stopped');
      const { reason, at = '' } = left.status?.halt ?? {};
      expect(reason).toBe('Spot');
      expect(Date.parse(at)).toBeLessThan(start.getTime());
      const { status = {} } = await harness.until(booked, 'Running');
      // KubeVirt's times are whole seconds.
      expect(Date.parse(status.startedAt ?? '')).toBeGreaterThan(start.getTime() - 1000);
      const ended = await harness.until(booked, 'Stopped');
      expect(ended.status).toMatchObject({ reason: 'TermEnded', halt: { reason: 'TermEnded' } });
      expect(ended.status?.placed).toBeUndefined();
      await harness.until(regular, 'Running');
      for (const workload of [booked, gap, regular]) await harness.remove(workload);
    },
    TIMEOUT,
  );

  it(
    'keep their capacity while they are stopped, and no longer than they are paid for',
    async () => {
      const own = await reserve(inMs(DAY_MS), all);
      await harness.until(own, 'Running');
      await harness.change(own, { powerState: 'Stopped' });
      const stopped = await harness.until(own, 'Stopped');
      expect(stopped.status?.placed?.node).toBe('gpu-1');
      const regular = await order();
      await harness.untilReason(regular, 'NoCapacity');
      await harness.change(own, { powerState: 'Running' });
      await harness.until(own, 'Running');
      await harness.change(own, { powerState: 'Stopped' });
      await harness.until(own, 'Stopped');
      await harness.fund(own, { status: 'False', reason: 'TermEnded' });
      await harness.until(regular, 'Running');
      for (const workload of [own, regular]) await harness.remove(workload);
    },
    TIMEOUT,
  );

  it(
    'move to another node when the one they are booked on leaves',
    async () => {
      await harness.addNode('gpu-2');
      const startTime = inMs(DAY_MS).toISOString();
      const booked = await reserve(inMs(2 * DAY_MS), { ...all, reservation: { startTime } });
      const { status } = await harness.untilReason(booked, 'Booked');
      expect(status?.placed?.node).toBe('gpu-1');
      await harness.setNodeState('gpu-1', 'Maintenance');
      await eventually(async () => {
        const present = await harness.get(booked);
        expect(present.status).toMatchObject({ reason: 'Booked', placed: { node: 'gpu-2' } });
      });
      await harness.setNodeState('gpu-1', 'Active');
      const regular = await harness.running(all);
      expect(regular.status?.placed?.node).toBe('gpu-1');
      for (const workload of [booked, regular]) await harness.remove(workload);
    },
    TIMEOUT,
  );

  it(
    'are booked no more than thirty days ahead',
    async () => {
      const startTime = inMs(31 * DAY_MS).toISOString();
      const far = await reserve(inMs(61 * DAY_MS), { reservation: { startTime } });
      const { status } = await harness.untilReason(far, 'ReservationTooFar');
      expect(status?.phase).toBe('Pending');
      expect(status?.placed).toBeUndefined();
      await harness.remove(far);
    },
    TIMEOUT,
  );
});
