import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ startsPerHour: 2 });
});
afterAll(() => scene.stop());

it("the quota limits a customer's requests within an hour", async () => {
  const { portal, order } = scene;
  const { browser } = await scene.aRenter('busy');
  const operator = await portal.admin();
  const place = (name: string) => browser.call('createWorkload', { body: order({ name }) });
  const quota = async () =>
    (await browser.call('getQuotas')).body.items.find(({ of }) => of === 'startsPerHour');

  expect((await place('first')).status).toBe(201);
  expect(await quota()).toEqual({ of: 'startsPerHour', used: 1, limit: 2 });
  expect((await place('second')).status).toBe(201);
  const refused = await place('third');
  expect(refused.status).toBe(429);
  expect(refused.error.details).toMatchObject({
    reason: 'RATE_LIMITED',
    quota: { of: 'startsPerHour', limit: 2, used: 2, asked: 1 },
  });

  const { etag } = (await operator.call('getUserQuotas', { params: { username: 'busy' } })).body;
  const none = { workloads: null, gpus: null, storage: null, ports: null };
  await operator.call('updateUserQuotas', {
    params: { username: 'busy' },
    body: { ...none, startsPerHour: 3 },
    headers: { 'If-Match': `"${etag}"` },
  });
  await eventually(async () => expect((await place('third')).status).toBe(201));
  expect(await quota()).toEqual({ of: 'startsPerHour', used: 3, limit: 3 });
});
