import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldManagers, skus } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { catalogueSynced, startCatalogue, stopCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import { removeExpired } from '../housekeeping.ts';
import { createLogger } from '../http/logger.ts';
import { openScene, type Renter, type Scene } from '../testing/scene.ts';
import { MOST_ALERTS } from './alerts.ts';
import { notifyOfStock } from './notify.ts';

const DAY_MS = 86_400_000;

let scene: Scene;
let catalogue: Catalogue;
let sku: string;
let region: string;
beforeAll(async () => {
  scene = await openScene();
  catalogue = startCatalogue(scene.cluster.cluster, createLogger('silent'));
  await catalogueSynced(catalogue);
  ({ sku, region } = scene.cluster.names);
});
afterAll(async () => {
  await stopCatalogue(catalogue);
  await scene.stop();
});

/** Sets the available number as the operator does and waits until the worker's catalogue has it. */
async function offer(available: number): Promise<void> {
  const level = available > 0 ? ('Low' as const) : ('None' as const);
  const supply = { available, level };
  await scene.cluster.cluster.resource(skus).applyStatus(
    {
      metadata: { name: sku },
      status: { availability: [{ region, ...supply, spot: supply, bookable: 0 }] },
    },
    { fieldManager: fieldManagers.operator, force: true },
  );
  await eventually(() => {
    const [place] = catalogue.skus.store.get({ name: sku })?.status?.availability ?? [];
    expect(place?.available).toBe(available);
  });
}

const check = () => notifyOfStock({ database: scene.portal.database, catalogue });
const noticesOf = async ({ browser }: Renter) => (await browser.call('listNotices')).body.items;
const alertsOf = async ({ browser }: Renter) => (await browser.call('listStockAlerts')).body.items;

describe('a stock alert', () => {
  it('notifies once in the language of the user when the SKU is available again, and ends', async () => {
    await offer(0);
    const [ada, lin] = [await scene.aRenter('ada'), await scene.aRenter('lin')];
    await ada.browser.call('updateMe', { body: { language: 'en' } });
    await ada.browser.call('createStockAlert', { body: { sku, region } });
    await lin.browser.call('createStockAlert', { body: { sku } });
    await check();
    expect(await noticesOf(ada)).toEqual([]);
    await offer(2);
    await Promise.all([check(), check()]);
    await check();
    for (const told of [ada, lin]) {
      expect(await noticesOf(told)).toMatchObject([{ kind: 'BACK_IN_STOCK', offer: { sku, region } }]);
      expect(await alertsOf(told)).toEqual([]);
    }
  });

  it('exists once however often it is created, and can be deleted only by its owner', async () => {
    await offer(0);
    const [owner, stranger] = [await scene.aRenter('owner'), await scene.aRenter('stranger')];
    const first = (await owner.browser.call('createStockAlert', { body: { sku, region } })).body;
    const again = (await owner.browser.call('createStockAlert', { body: { sku, region } })).body;
    expect([again.id, (await alertsOf(owner)).length]).toEqual([first.id, 1]);
    const params = { id: first.id };
    expect((await stranger.browser.call('deleteStockAlert', { params })).status).toBe(404);
    expect((await owner.browser.call('deleteStockAlert', { params })).status).toBe(204);
    await offer(1);
    await check();
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('is refused for a SKU that is not sold, and beyond the limit per user', async () => {
    const { browser, id } = await scene.aRenter('greedy');
    const refused = await browser.call('createStockAlert', { body: { sku: 'no-such-sku' } });
    expect(refused.error.details?.fields).toEqual({ sku: 'notOffered' });
    const nowhere = await browser.call('createStockAlert', { body: { sku, region: 'nowhere' } });
    expect(nowhere.error.details?.fields).toEqual({ region: 'notOffered' });
    await scene.portal.pool.query(
      `INSERT INTO stock_alert (user_id, sku, created_at, expires_at)
       SELECT $1, 'sku-' || n, now, now + interval '1 day' FROM billing_clock() AS now, generate_series(1, $2) n`,
      [id, MOST_ALERTS],
    );
    const { error } = await browser.call('createStockAlert', { body: { sku } });
    expect(error.details?.reason).toBe('QUOTA');
  });

  it('is deleted after thirty days', async () => {
    const patient = await scene.aRenter('patient');
    const { body } = await patient.browser.call('createStockAlert', { body: { sku } });
    const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / DAY_MS;
    expect(days).toBe(30);
    const { database } = scene.portal;
    await removeExpired(database, new Date(Date.now() + 31 * DAY_MS));
    const kept = database.selectFrom('stock_alert').selectAll().where('user_id', '=', patient.id);
    expect(await kept.execute()).toEqual([]);
  });
});
