import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions, type Workload, type WorkloadSpec } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';

const TIMEOUT = 600_000;
const SSH_PORT = 32_222;

describe("an administrator's schedule on a real API server", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
    await harness.addNode('gpu-2');
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const order = async (placement: WorkloadSpec['placement']): Promise<Workload> => {
    const workload = await harness.create({ placement });
    await harness.accept(workload);
    return workload;
  };

  it(
    'is followed: node, address and port',
    async () => {
      const workload = await order({ nodeName: 'gpu-2', address: '127.0.0.1', sshPort: SSH_PORT });
      const { status } = await harness.until(workload, 'Running');
      expect(status).toMatchObject({ placed: { node: 'gpu-2' }, address: '127.0.0.1', sshPort: SSH_PORT });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'moves a running machine by one patch, with consecutive runs on the same disk',
    async () => {
      const workload = await harness.until(await order({ nodeName: 'gpu-1' }), 'Running');
      await harness.change(workload, { placement: { nodeName: 'gpu-9' } });
      const waiting = await harness.untilReason(workload, 'MoveWaiting');
      const scheduled = waiting.status?.conditions?.find(({ type }) => type === 'Scheduled');
      expect(scheduled?.message).toContain('There is no node gpu-9 in east.');
      expect(waiting.status).toMatchObject({ phase: 'Running', placed: { node: 'gpu-1' } });

      await harness.change(workload, { placement: { nodeName: 'gpu-2' } });
      const { status } = await harness.untilSays(workload, { phase: 'Running', placed: { node: 'gpu-2' } });
      expect(status?.runs).toEqual([
        {
          ...waiting.status?.runs?.[0],
          endReason: 'Moving',
          stoppedAt: expect.any(String),
          goneAt: expect.any(String),
        },
        { id: expect.any(String), startedAt: expect.any(String) },
      ]);
      expect(status?.rootDiskClaim).toBe(waiting.status?.rootDiskClaim);
      expect(status?.halt).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'holds the place until a later start',
    async () => {
      const startTime = new Date(Date.now() + 3_600_000).toISOString();
      const workload = await order({ nodeName: 'gpu-2', startTime });
      const booked = await harness.untilReason(workload, 'Booked');
      expect(booked.status).toMatchObject({ phase: 'Pending', placed: { node: 'gpu-2' } });
      await harness.change(workload, { placement: { startTime: new Date().toISOString() } });
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'takes one of the free ports of the region',
    async () => {
      const free = async () => {
        const { status } = await harness.cluster.resource(regions).get({ name: 'east' });
        return status?.nodePorts?.free;
      };
      await eventually(async () => expect(await free()).toBe(2768));
      const workload = await order({ sshPort: SSH_PORT });
      await harness.until(workload, 'Running');
      await eventually(async () => expect(await free()).toBe(2767));
      await harness.destroy(workload);
      await eventually(async () => expect(await free()).toBe(2768));
    },
    TIMEOUT,
  );

  it(
    'is refused with a reason, and followed once possible',
    async () => {
      await harness.setNodeState('gpu-2', 'Maintenance');
      const workload = await order({ nodeName: 'gpu-9' });
      const noNode = await harness.untilReason(workload, 'NoSuchNode');
      expect(noNode.status?.message).toBe('There is no node gpu-9 in east.');
      await harness.change(workload, { placement: { nodeName: 'gpu-2' } });
      const closed = await harness.untilReason(workload, 'NodeUnsuitable');
      expect(closed.status?.message).toBe('Node gpu-2 is in maintenance.');
      await harness.change(workload, { placement: { nodeName: 'gpu-2', address: '198.51.100.1' } });
      await harness.untilReason(workload, 'AddressNotInRegion');
      await harness.change(workload, { placement: { nodeName: 'gpu-2', address: '127.0.0.1' } });
      await harness.untilReason(workload, 'NodeUnsuitable');
      await harness.setNodeState('gpu-2', 'Active');
      const { status } = await harness.until(workload, 'Running');
      expect(status?.placed?.node).toBe('gpu-2');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'does not get a port that another machine has, and holds no place in the meantime',
    async () => {
      const first = await order({ sshPort: SSH_PORT });
      await harness.until(first, 'Running');
      const second = await order({ sshPort: SSH_PORT });
      const refused = await harness.untilReason(second, 'PortTaken');
      expect(refused.status?.placed).toBeUndefined();
      await harness.change(second, { placement: { sshPort: SSH_PORT + 1 } });
      const { status } = await harness.until(second, 'Running');
      expect(status?.sshPort).toBe(SSH_PORT + 1);
      for (const workload of [first, second]) await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
