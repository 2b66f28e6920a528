import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { skus } from '@gpulease/crds';
import { pods } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE } from '../../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  harness.startOperator();
});
afterAll(() => harness.stop());

function untilAvailable(expected: number): Promise<void> {
  return eventually(async () => {
    const { status } = await harness.cluster.resource(skus).get({ name: 'a100-1' });
    expect(status?.available).toBe(expected);
  });
}

it('a machine reserves as much memory as KubeVirt is configured to request', async () => {
  await untilAvailable(4);
  await expect(harness.configureKubeVirt({ additionalGuestMemoryOverheadRatio: '0.5' })).rejects.toThrow(
    'the ratio cannot be smaller than 1.0',
  );
  await harness.configureKubeVirt({ additionalGuestMemoryOverheadRatio: '100' });
  // About 160Gi in addition to the guest's 16, of 400Gi.
  await untilAvailable(2);

  await harness.running();
  const { items } = await harness.cluster
    .resource(pods)
    .list({ namespace: NAMESPACE, labelSelector: 'kubevirt.io=virt-launcher' });
  expect(items.map(({ spec }) => spec?.containers[0]?.resources?.requests?.memory)).toEqual(['161184Mi']);
  await untilAvailable(1);
});
