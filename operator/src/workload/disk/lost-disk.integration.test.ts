import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { findCondition, persistentVolumeClaims } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('a root disk whose claim was deleted', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const claims = () => harness.cluster.resource(persistentVolumeClaims);
  const claimOf = (workload: Workload) => {
    const { namespace, name } = machineRef(workload);
    return { namespace, name: `${name}-root` };
  };

  /** Waits until CDI has created and filled another claim. */
  async function replaceClaim(workload: Workload): Promise<string | undefined> {
    const ref = claimOf(workload);
    const before = await claims().get(ref);
    await harness.untilSays(workload, { rootDiskClaim: before.metadata.uid });
    await claims().delete(ref);
    return eventually(async () => {
      const { metadata, status } = await claims().get(ref);
      expect(metadata.uid).not.toBe(before.metadata.uid);
      expect(status?.phase).toBe('Bound');
      return metadata.uid;
    });
  }

  const lost = { phase: 'Failed', reason: 'DiskLost', message: expect.stringContaining('its data is lost') };

  it(
    'is reported as lost while its machine is off, and the next start uses a new one',
    async () => {
      const workload = await harness.running();
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      const successor = await replaceClaim(stopped);
      const failed = await harness.untilSays(workload, lost);
      expect(findCondition(failed.status?.conditions, 'Provisioned')).toMatchObject({
        status: 'False',
        reason: 'DiskLost',
        message: expect.stringContaining(`has ${successor}`),
      });
      expect(await harness.eventsOf(workload, 'DiskLost')).toMatchObject([{ type: 'Warning' }]);
      const restartedAt = new Date().toISOString();
      await harness.change(workload, { powerState: 'Running', restartedAt });
      const again = await harness.until(workload, 'Running');
      expect(again.status?.rootDiskClaim).toBe(successor);
      expect(harness.runsOf(again)).toHaveLength(2);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'makes a running machine switch off and stay off',
    async () => {
      const workload = await harness.running();
      await replaceClaim(workload);
      const failed = await harness.untilSays(workload, { ...lost, halt: { reason: 'DiskLost' } });
      expect(harness.runsOf(failed)).toMatchObject([{ endReason: 'DiskLost' }]);
      await harness.untilSays(workload, { phase: 'Failed', rootDiskClaim: expect.any(String) });
      expect(harness.runsOf(await harness.get(workload))).toHaveLength(1);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is reported as lost before its machine boots from a new one',
    async () => {
      const workload = await harness.running();
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      await harness.stopOperators();
      await replaceClaim(stopped);
      await harness.change(workload, { powerState: 'Running', restartedAt: new Date().toISOString() });
      harness.startOperator();
      const failed = await harness.untilSays(workload, { ...lost, halt: { reason: 'DiskLost' } });
      expect(harness.runsOf(failed)).toHaveLength(1);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
