import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, type Workload } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';

const TIMEOUT = 600_000;
const NOWHERE = expect.stringContaining('No other node in east without maintenance ahead');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a machine whose owner asks to leave before planned maintenance', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.setQuota({ gpus: 12 });
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const plan = (name: string, maintenance: object | null) =>
    harness.cluster.resource(computeNodes).mergePatch({ name }, { spec: { maintenance } });
  const planned = () => ({ reason: 'New power supply', startTime: inHours(5), endTime: inHours(8) });

  /** Requests a move as an owner does with kubectl. */
  const ask = (workload: Workload) => harness.change(workload, { moveRequestedAt: new Date().toISOString() });

  async function announced(workload: Workload): Promise<Workload> {
    return eventually(async () => {
      const seen = await harness.get(workload);
      expect(seen.status?.plannedMaintenance).toBeDefined();
      return seen;
    });
  }

  it(
    'keeps running while no other node has room, and moves only once when one has, however often its owner asks',
    async () => {
      const workload = await harness.running({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await plan('gpu-1', planned());
      const { status: before = {} } = await announced(workload);
      await ask(workload);
      await harness.untilSays(workload, {
        ...{ phase: 'Running', reason: 'MaintenanceMoveWaiting', runs: before.runs },
        conditions: expect.arrayContaining([
          expect.objectContaining({ type: 'Scheduled', message: NOWHERE }),
        ]),
      });

      await harness.addNode('gpu-2');
      await plan('gpu-2', null);
      await ask(workload);
      const moved = await harness.untilSays(workload, { phase: 'Running', placed: { node: 'gpu-2' } });
      const status = moved.status ?? {};
      expect(status.runs).toEqual([
        expect.objectContaining({ id: before.runs?.[0]?.id, endReason: 'MaintenanceMove' }),
        { id: expect.any(String), startedAt: expect.any(String) },
      ]);
      expect(status.rootDiskClaim).toBe(before.rootDiskClaim);
      expect([status.halt, status.plannedMaintenance]).toEqual([undefined, undefined]);

      await plan('gpu-1', null);
      await plan('gpu-2', planned());
      await announced(workload);
      expect((await harness.get(workload)).status).toMatchObject({ phase: 'Running', runs: status.runs });
      await plan('gpu-2', null);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps running if the maintenance is canceled before there is room',
    async () => {
      await harness.setNodeState('gpu-2', 'Inactive');
      const workload = await harness.running({ skuQuantity: 2, rootDiskSize: '200Gi' });
      await plan('gpu-1', planned());
      await announced(workload);
      await ask(workload);
      const waiting = await harness.untilReason(workload, 'MaintenanceMoveWaiting');
      await plan('gpu-1', null);
      await harness.untilReason(workload, 'Running');
      await harness.setNodeState('gpu-2', 'Active');
      await plan('gpu-1', planned());
      await announced(workload);
      const { status } = await harness.untilReason(workload, 'Running');
      expect(status).toMatchObject({ placed: { node: 'gpu-1' }, runs: waiting.status?.runs });
      await plan('gpu-1', null);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
