import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { skus, tenants, type Workload } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('a tenant with a quota of disk space', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.cluster.resource(skus).mergePatch({ name: 'a100-1' }, { spec: { disk: '500Gi' } });
    await harness.setQuota({ storage: '250Gi' });
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const untilTenant = (used: string, free: string) =>
    eventually(async () => {
      const { status } = await harness.cluster.resource(tenants).get({ name: 'mei' });
      expect([status?.used?.storage, status?.free?.storage]).toEqual([used, free]);
    });
  const provisioned = ({ status }: Workload) => findCondition(status?.conditions, 'Provisioned');

  it(
    'keeps the disks of stopped machines, is refused more than its quota, and is served by age once there is room',
    async () => {
      const first = await harness.running();
      const second = await harness.running();
      await harness.change(first, { powerState: 'Stopped' });
      await harness.until(first, 'Stopped');
      await untilTenant('200Gi', '50Gi');

      const third = await harness.ordered();
      const { status } = await harness.untilReason(third, 'StorageQuotaExceeded');
      expect(status).toMatchObject({
        phase: 'Pending',
        message: expect.stringContaining(
          'The quota of 250Gi of disk space would be exceeded: 200Gi in use, 100Gi more requested.',
        ),
      });
      expect(status?.placed).toBeUndefined();

      await harness.change(second, { rootDiskSize: '151Gi' });
      await eventually(async () =>
        expect(provisioned(await harness.get(second))?.reason).toBe('StorageQuotaExceeded'),
      );
      // It already has its disk and starts with it.
      await harness.change(first, { powerState: 'Running' });
      await harness.until(first, 'Running');

      await harness.destroy(first);
      await untilTenant('151Gi', '99Gi');
      expect((await harness.get(third)).status?.phase).toBe('Pending');
      await harness.setQuota({ storage: '300Gi' });
      await harness.until(third, 'Running');
      await untilTenant('251Gi', '49Gi');
    },
    TIMEOUT,
  );
});
