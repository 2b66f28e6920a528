import { afterEach, beforeEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import { fieldManagers, skus, workloads, type Workload, type WorkloadSpec } from '@gpulease/crds';
import type { Manager } from '../../manager.ts';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';

const TIMEOUT = 600_000;
/**
 * Short if a test waits for the stop, long if it must not happen before the test advances the clock. The cluster's own clock
 * does not advance with it, so it is shorter than a claim may stay unbound. Otherwise a machine that starts afterwards would
 * be treated at once as one whose disk is not provided, and lose its place to the next.
 */
const SHORT_MS = 3000;
const LONG_MS = 240_000;

const spot = { pricing: { policy: 'spot' } };

describe('Spot machines on a real API server', () => {
  let harness: Harness;
  let operator: Manager | undefined;
  let clock: PassingClock;
  let made: Workload[] = [];
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.setQuota({ gpus: 16 });
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);
  beforeEach(() => {
    clock = new PassingClock();
    made = [];
  });
  afterEach(async () => {
    await Promise.all(made.map((workload) => harness.remove(workload)));
    if (operator !== undefined) await harness.stopOperator(operator);
  }, TIMEOUT);

  const lead = (spotNoticeMs: number): void => {
    operator = harness.startOperator(undefined, { clock, spotNoticeMs });
  };
  const order = async (changes: Partial<WorkloadSpec> = {}): Promise<Workload> => {
    const workload = await harness.create(changes);
    made.push(workload);
    await harness.accept(workload);
    return workload;
  };
  const running = async (changes: Partial<WorkloadSpec> = {}): Promise<Workload> =>
    harness.until(await order(changes), 'Running');
  /** Waits for a new second, because the order of workloads follows creation times, which are in whole seconds. */
  const untilNextIsNewerThan = ({ metadata }: Workload): Promise<void> => {
    const nextSecond = Date.parse(metadata.creationTimestamp ?? '') + 1000;
    return eventually(() => expect(Date.now()).toBeGreaterThanOrEqual(nextSecond));
  };
  const waits = (workload: Workload, reason: string): Promise<Workload> =>
    eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status).toMatchObject({ phase: 'Pending', reason });
      return present;
    });
  const noticed = (workload: Workload): Promise<Workload> =>
    eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status?.interruption?.reason).toBe('Spot');
      return present;
    });

  it(
    'release their place to a regular order after a notice, are charged until the notice, and resume when there is room',
    async () => {
      lead(LONG_MS);
      const older = await running({ ...spot, skuQuantity: 3, rootDiskSize: '300Gi' });
      await untilNextIsNewerThan(older);
      const newest = await running({ ...spot, resume: 'Automatic' });
      const winner = await order();
      const claim = await waits(winner, 'AwaitingSpot');
      expect(claim.status?.placed?.node).toBe('gpu-1');
      const { status = {} } = await noticed(newest);
      expect(status).toMatchObject({ phase: 'Running', reason: 'SpotNotice' });
      expect(status.message).toMatch(/will be stopped at .* UTC\. Save your work\./);
      await untilNextIsNewerThan(newest);
      const late = await order(spot);
      clock.pass(LONG_MS);
      await harness.until(winner, 'Running');
      const { noticedAt = '', stopAt = '' } = status.interruption ?? {};
      const stopped = await waits(newest, 'NoCapacity');
      expect(Date.parse(stopAt) - Date.parse(noticedAt)).toBe(LONG_MS);
      expect(stopped.status?.runs).toEqual([
        expect.objectContaining({ stoppedAt: noticedAt, endReason: 'SpotInterrupted' }),
      ]);
      expect((await harness.get(older)).status).toMatchObject({ phase: 'Running', reason: 'Running' });
      await waits(late, 'NoCapacity');
      await harness.remove(winner);
      await harness.until(newest, 'Running');
    },
    TIMEOUT,
  );

  it(
    'are warned by an event, stay stopped unless their owner chose otherwise, and never yield to another Spot order',
    async () => {
      lead(SHORT_MS);
      const victim = await running({ ...spot, skuQuantity: 4, rootDiskSize: '400Gi' });
      await eventually(async () => {
        const { status } = await harness.cluster.resource(skus).get({ name: 'a100-1' });
        const forEverybody = { available: 4, bookable: 4 };
        expect(status?.availability).toMatchObject([{ ...forEverybody, spot: { available: 0 } }]);
      });
      await waits(await order(spot), 'NoCapacity');
      const winner = await order({ skuQuantity: 4, rootDiskSize: '400Gi' });
      await harness.until(winner, 'Running');
      const { status } = await harness.until(victim, 'Stopped');
      expect(status).toMatchObject({ halt: { reason: 'Spot' }, reason: 'SpotInterrupted' });
      expect(status?.interruption).toBeUndefined();
      expect(status?.placed).toBeUndefined();
      await eventually(async () =>
        expect(await harness.eventsOf(victim, 'SpotNotice')).toContainEqual(
          expect.objectContaining({ type: 'Warning' }),
        ),
      );
    },
    TIMEOUT,
  );

  it(
    'are destroyed instead if their owner chose so',
    async () => {
      lead(SHORT_MS);
      const victim = await running({
        ...spot,
        interruption: 'Destroy',
        resume: 'Automatic',
        skuQuantity: 4,
        rootDiskSize: '400Gi',
      });
      await order();
      const destroyed = await harness.until(victim, 'Destroyed');
      expect(destroyed.status?.runs).toEqual([expect.objectContaining({ endReason: 'SpotInterrupted' })]);
    },
    TIMEOUT,
  );

  it(
    'keep running if the order that claimed their place disappears or finds another place',
    async () => {
      lead(LONG_MS);
      const kept = await running({ ...spot, skuQuantity: 3, rootDiskSize: '300Gi' });
      await untilNextIsNewerThan(kept);
      const other = await running(spot);
      const winner = await order();
      await noticed(other);
      await harness.change(winner, { powerState: 'Stopped' });
      const goesOn = async (workload: Workload): Promise<void> => {
        const { status } = await harness.get(workload);
        expect(status).toMatchObject({ phase: 'Running', reason: 'Running' });
        expect(status?.interruption).toBeUndefined();
        expect(status?.runs).toEqual([{ id: expect.any(String), startedAt: expect.any(String) }]);
      };
      await eventually(() => goesOn(other));
      await harness.change(winner, { powerState: 'Running' });
      await noticed(other);
      await harness.remove(kept);
      await harness.until(winner, 'Running');
      await eventually(() => goesOn(other));
    },
    TIMEOUT,
  );

  it(
    'get their notice from the next operator if one died after it wrote the claim',
    async () => {
      lead(LONG_MS);
      const victim = await running({ ...spot, skuQuantity: 4, rootDiskSize: '400Gi' });
      const winner = await harness.create();
      made.push(winner);
      await waits(winner, 'WaitingForOrder');
      if (operator !== undefined) await harness.stopOperator(operator);
      const { status, metadata } = await harness.accept(winner);
      const { billing: _, conditions: __, ...own } = status ?? {};
      await harness.cluster.resource(workloads).applyStatus(
        {
          metadata: { name: metadata.name, namespace: NAMESPACE, resourceVersion: metadata.resourceVersion },
          status: { ...own, placed: { node: 'gpu-1', at: new Date().toISOString() } },
        },
        { fieldManager: fieldManagers.operator, force: true },
      );
      lead(LONG_MS);
      await noticed(victim);
      clock.pass(LONG_MS);
      await harness.until(winner, 'Running');
      await harness.until(victim, 'Stopped');
    },
    TIMEOUT,
  );
});
