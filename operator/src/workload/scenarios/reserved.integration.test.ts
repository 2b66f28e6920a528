import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Notice for Spot machines; they get it at twice that time before a booked start. */
const NOTICE_MS = 2 * MINUTE_MS;

/** All four GPUs of the node. */
const all = { skuQuantity: 4, rootDiskSize: '400Gi' };
const reserved = { pricing: { policy: 'monthly', quantity: 1 } };
const spot = { pricing: { policy: 'spot' } };

describe('Reserved machines on a real API server', () => {
  let harness: Harness;
  /** The test advances time itself, after it has checked the state before. */
  const clock = new PassingClock();
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.setQuota({ gpus: 32 });
    harness.startOperator(undefined, { clock, spotNoticeMs: NOTICE_MS });
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const inMs = (milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);
  const passUntil = (time: number): void => clock.pass(time - clock.now().getTime());
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
    'have their slot booked, which only Spot may use until the start, and stop when their term ends (SPEC-3.69)',
    async () => {
      const start = inMs(20 * MINUTE_MS);
      const end = new Date(start.getTime() + 10 * MINUTE_MS);
      const booked = await reserve(end, { ...all, reservation: { startTime: start.toISOString() } });
      const waiting = await harness.untilReason(booked, 'Booked');
      expect(waiting.status).toMatchObject({
        phase: 'Pending',
        placed: { node: 'gpu-1', until: end.toISOString() },
      });
      const regular = await order();
      const refused = await harness.untilReason(regular, 'NoCapacity');
      expect(refused.status?.message).toMatch(/; 4 GPUs there are reserved, the first until .* UTC\./);
      const gap = await order({ ...spot, ...all });
      await harness.until(gap, 'Running');
      passUntil(start.getTime() - 2 * NOTICE_MS);
      await harness.untilReason(gap, 'SpotNotice');
      clock.pass(NOTICE_MS);
      const left = await harness.until(gap, 'Stopped');
      const { reason, at = '' } = left.status?.halt ?? {};
      expect(reason).toBe('Spot');
      expect(Date.parse(at)).toBeLessThan(start.getTime());
      expect((await harness.get(booked)).status).toMatchObject({ phase: 'Pending', reason: 'Booked' });
      passUntil(start.getTime());
      await harness.until(booked, 'Running');
      passUntil(end.getTime());
      const ended = await harness.until(booked, 'Stopped');
      expect(ended.status).toMatchObject({ reason: 'TermEnded', halt: { reason: 'TermEnded' } });
      expect(ended.status?.placed).toBeUndefined();
      await harness.until(regular, 'Running');
      for (const workload of [booked, gap, regular]) await harness.remove(workload);
    },
    TIMEOUT,
  );

  it(
    'keep their capacity while they are stopped, but no longer than they are paid for',
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
    'move to another node when the node of their booking leaves service',
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
