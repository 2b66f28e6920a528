import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, regions } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';
import { inUsePolicies } from '../../testing/chart.ts';

const TIMEOUT = 600_000;

describe('a local disk of a node', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], inUsePolicies());
    const storage = { locality: 'Node' };
    await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { storage } });
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const nodes = () => harness.cluster.resource(computeNodes);
  const untilNode = (status: object) =>
    eventually(async () => {
      const node = await nodes().get({ name: 'gpu-1' });
      expect(node.status).toMatchObject(status);
      return node;
    });

  it(
    'counts there while its machine is stopped, and is deleted with the machine',
    async () => {
      const workload = await harness.running();
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.status?.placed).toBeUndefined();
      expect(stopped.status?.diskNode).toBe('gpu-1');
      const allocated = { cpu: 0, gpus: 0, storage: '100Gi' };
      const node = await untilNode({ allocated, workloads: 1 });
      const drained = findCondition(node.status?.conditions, 'Drained');
      expect(drained).toMatchObject({ status: 'True', reason: 'DisksRemain' });
      // A policy takes effect a moment after its creation.
      await eventually(() =>
        expect(nodes().delete({ name: 'gpu-1' }, { dryRun: true })).rejects.toThrow(
          'Node in use cannot be deleted: 1 workload is placed or has its disk on it.',
        ),
      );
      await harness.destroy(workload);
      await untilNode({ allocated: { storage: '0' }, workloads: 0 });
    },
    TIMEOUT,
  );
});
