import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions } from '@gpulease/crds';
import { findCondition, ingressClasses, storageClasses } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';

describe('a region', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  });
  afterAll(() => harness.stop());

  const change = (spec: object) => harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec });

  function untilReady(status: string, message: string): Promise<void> {
    return eventually(async () => {
      const region = await harness.cluster.resource(regions).get({ name: 'east' });
      const ready = findCondition(region.status?.conditions, 'Ready');
      expect([ready?.status, ready?.message]).toEqual([status, expect.stringContaining(message)]);
    });
  }

  it('is Ready only while its classes exist', async () => {
    await untilReady('True', 'The region can run machines.');
    await change({ storage: { className: 'fast', locality: 'Shared' } });
    await untilReady('False', 'There is no StorageClass fast;');
    await change({ http: { domain: 'east.example.com', ingressClassName: 'nginx' } });
    await untilReady(
      'False',
      'There is no StorageClass fast and no IngressClass nginx; create what is missing',
    );

    await harness.cluster
      .resource(storageClasses)
      .create({ metadata: { name: 'fast' }, provisioner: 'test' });
    await untilReady('False', 'There is no IngressClass nginx;');
    await harness.cluster
      .resource(ingressClasses)
      .create({ metadata: { name: 'nginx' }, spec: { controller: 'test.example/nginx' } });
    await untilReady('True', 'The region can run machines.');

    await change({ storage: { className: null, locality: 'Shared' } });
    await untilReady('True', 'The region can run machines.');
    const annotations = { 'storageclass.kubernetes.io/is-default-class': null };
    await harness.cluster
      .resource(storageClasses)
      .mergePatch({ name: 'simulated' }, { metadata: { annotations } });
    await untilReady('False', 'There is no default StorageClass;');
  });

  it('reports the overhead ratio of KubeVirt while one is set', async () => {
    const untilTold = (ratio: string | undefined) =>
      eventually(async () => {
        const { status } = await harness.cluster.resource(regions).get({ name: 'east' });
        expect(status?.additionalGuestMemoryOverheadRatio).toBe(ratio);
      });
    await harness.configureKubeVirt({ additionalGuestMemoryOverheadRatio: '1.5' });
    await untilTold('1.5');
    await harness.configureKubeVirt({ additionalGuestMemoryOverheadRatio: null });
    await untilTold(undefined);
  });
});
