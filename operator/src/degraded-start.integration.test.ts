import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { conditionTypes, vmImages } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from './testing/harness.ts';

const TIMEOUT = 600_000;

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.startWithoutKubeVirt();
}, TIMEOUT);
afterAll(() => harness.stop(), TIMEOUT);

it(
  'serves tenants without KubeVirt and CDI, reports what is missing, and continues when they are installed',
  async () => {
    const operator = harness.startOperator();
    await harness.untilTenantIsReady();
    expect(operator.notReadyReason()).toBeUndefined();
    await eventually(async () => {
      const image = await harness.cluster.resource(vmImages).get({ name: 'ubuntu' });
      expect(findCondition(image.status?.conditions, conditionTypes.ready)).toMatchObject({
        status: 'False',
        reason: 'CDIMissing',
        message: 'The cluster has no CDI (Containerized Data Importer) to import disks; install it.',
      });
    });
    const workload = await harness.create();
    await harness.accept(workload);
    const waiting = await harness.untilReason(workload, 'CDIMissing');
    expect(waiting.status?.phase).toBe('Pending');

    await harness.installKubeVirt();
    await harness.until(workload, 'Running');
    await harness.destroy(workload);
  },
  TIMEOUT,
);
