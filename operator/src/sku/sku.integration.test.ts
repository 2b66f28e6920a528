import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gpus, pricingPolicies, regions, skus, type SKU } from '@gpulease/crds';
import { findCondition, storageClasses } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';

describe('a SKU with a reference that is not ready', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
    await until({ ready: 'True', reason: 'Resolved', available: 4 });
  });
  afterAll(() => harness.stop());

  interface Expected {
    ready: string;
    reason: string;
    available: number;
    says?: string;
  }

  function until({ ready, reason, available, says = '' }: Expected): Promise<SKU> {
    return eventually(async () => {
      const sku = await harness.cluster.resource(skus).get({ name: 'a100-1' });
      const found = findCondition(sku.status?.conditions, 'Ready');
      expect([found?.status, found?.reason, sku.status?.available]).toEqual([ready, reason, available]);
      expect(found?.message).toContain(says);
      return sku;
    });
  }

  /** Sets what the KubeVirt object permits; null permits everything. */
  async function permit(resourceNames: string[] | null): Promise<void> {
    const devices = resourceNames?.map((resourceName) => ({ pciVendorSelector: '10DE:20B2', resourceName }));
    const permittedHostDevices = devices === undefined ? null : { pciHostDevices: devices };
    await harness.configureKubeVirt({ permittedHostDevices });
  }

  const setPrice = (name: string, price: string) =>
    harness.cluster.resource(pricingPolicies).mergePatch({ name }, { spec: { price } });

  it('is sold only while KubeVirt permits its GPU', async () => {
    await permit(['nvidia.com/another']);
    const { status } = await until({
      ready: 'False',
      reason: 'ReferenceNotReady',
      available: 0,
      says: 'GPU a100 is not ready: Add nvidia.com/GA100_A100_SXM4_80GB to permittedHostDevices',
    });
    expect(status?.availability ?? []).toEqual([]);
    expect(status?.faults).toMatchObject([{ kind: 'GPU', name: 'a100', reason: 'NotPermitted' }]);
    const gpu = await harness.cluster.resource(gpus).get({ name: 'a100' });
    expect(findCondition(gpu.status?.conditions, 'Ready')?.status).toBe('False');
    expect(gpu.status).toMatchObject({ total: 4, free: 0 });
    await eventually(async () => {
      const region = await harness.cluster.resource(regions).get({ name: 'east' });
      expect(region.status?.gpus).toMatchObject({ total: 4, free: 0 });
    });
    await permit(null);
    await until({ ready: 'True', reason: 'Resolved', available: 4 });
  });

  it('is sold at its other prices while one is too low, and not at all when all are', async () => {
    await setPrice('hourly', '0.000001');
    await until({
      ready: 'True',
      reason: 'SoldInPart',
      available: 4,
      says: 'PricingPolicy hourly is not ready: An hour at this price rounds to 0.00 yuan; raise spec.price.',
    });
    await setPrice('spot', '0.000001');
    await setPrice('monthly', '0.000001');
    await until({ ready: 'False', reason: 'ReferenceNotReady', available: 0, says: 'PricingPolicy monthly' });
    await setPrice('monthly', '3000');
    await until({ ready: 'True', reason: 'SoldInPart', available: 4 });
    await setPrice('hourly', '7.80');
    await setPrice('spot', '2.60');
    await until({ ready: 'True', reason: 'Resolved', available: 4 });
  });

  it('is not sold in a region whose StorageClass does not exist', async () => {
    const change = (className: string | null) =>
      harness.cluster
        .resource(regions)
        .mergePatch({ name: 'east' }, { spec: { storage: { className, locality: 'Shared' } } });
    await change('fsat');
    const { status } = await until({
      ready: 'False',
      reason: 'ReferenceMissing',
      available: 0,
      says: 'Region east is not ready: There is no StorageClass fsat;',
    });
    const parameters = { objects: [{ kind: 'StorageClass', name: 'fsat' }] };
    expect(findCondition(status?.conditions, 'Ready')).toMatchObject({ parameters });
    expect(status?.faults).toMatchObject([{ kind: 'Region', name: 'east', parameters }]);
    await harness.cluster
      .resource(storageClasses)
      .create({ metadata: { name: 'fsat' }, provisioner: 'disk.simulation.gpulease.dev' });
    await until({ ready: 'True', reason: 'Resolved', available: 4 });
    await change(null);
  });
});
