import { tenants } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { give } from '../testing/books.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ defaultQuota: { workloads: 1, gpus: 1, storage: '600Gi' } });
});
afterAll(() => scene.stop());

it('limits a new customer from the first order on, until an operator raises the quota of the Tenant', async () => {
  const { portal, cluster, order } = scene;
  const browser = await portal.customer('new');
  const { id: name } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'new')
    .executeTakeFirstOrThrow();
  await give(portal.database, name, 10_000n);
  const place = (box: string, skuQuantity = 1) => {
    const expectedPrice = skuQuantity === 1 ? '1.58' : '3.16';
    return browser.call('createWorkload', { body: order({ name: box, skuQuantity, expectedPrice }) });
  };

  const quotaOf = async (skuQuantity: number, rootDiskSize?: number) => {
    const { sku, region, pricing } = order({ name: 'any' });
    const body = { sku, region, pricing, skuQuantity, rootDiskSize };
    return (await browser.call('createQuote', { body })).body.quota;
  };

  expect(await quotaOf(1)).toBeNull();
  expect(await quotaOf(2)).toEqual({ of: 'gpus', limit: 1, used: 0, asked: 2 });
  expect(await quotaOf(1, 600)).toBeNull();
  expect(await quotaOf(1, 601)).toEqual({ of: 'storage', limit: 600, used: 0, asked: 601 });
  const tooLarge = (await place('first', 2)).error.details;
  expect(tooLarge).toEqual({ reason: 'QUOTA', quota: { of: 'gpus', limit: 1, used: 0, asked: 2 } });
  expect((await place('first')).status).toBe(201);
  expect(await quotaOf(1)).toEqual({ of: 'workloads', limit: 1, used: 1, asked: 1 });
  const second = (await place('second')).error.details;
  expect(second).toEqual({ reason: 'QUOTA', quota: { of: 'workloads', limit: 1, used: 1, asked: 1 } });

  const client = cluster.cluster.resource(tenants);
  await eventually(async () =>
    expect((await client.find({ name }))?.spec.quota).toEqual({ workloads: 1, gpus: 1, storage: '600Gi' }),
  );
  await client.mergePatch({ name }, { spec: { quota: { workloads: 2, gpus: 2, storage: '150Gi' } } });
  const quota = { of: 'storage', limit: 150, used: 100, asked: 100 };
  await eventually(async () =>
    expect((await place('second')).error.details).toEqual({ reason: 'QUOTA', quota }),
  );
  await client.mergePatch({ name }, { spec: { quota: { storage: '200Gi' } } });
  await eventually(async () => expect((await place('second')).status).toBe(201));
});
