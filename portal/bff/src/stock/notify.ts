/** Notifies users with an alert once that a SKU is available again. */
import type { Region, SKU } from '@gpulease/crds';
import type { Language } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isUnready } from '../catalogue/views.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { notify } from '../notices/notify.ts';
import { nameIn, regionsWithSupply } from './supply.ts';

interface Wished {
  readonly id: bigint;
  readonly userId: string;
  readonly language: Language | null;
  readonly isActive: boolean;
}

/** Alerts per transaction. */
const BATCH = 200;

/** Checks every SKU that has alerts. Any number of processes may do so concurrently. */
export async function notifyOfStock(parts: { database: Database; catalogue: Catalogue }): Promise<void> {
  const { database, catalogue } = parts;
  const { rows } = await sql<{ sku: string }>`
    SELECT DISTINCT sku FROM stock_alert WHERE expires_at > billing_clock()`.execute(database);
  for (const { sku: name } of rows) {
    const sku = catalogue.skus.store.get({ name });
    if (!sku) continue;
    const named = sku.spec.pricing.flatMap((one) => catalogue.pricingPolicies.store.get({ name: one }) ?? []);
    const policies = named.filter((policy) => !isUnready(policy));
    const supply = regionsWithSupply({ sku, regions: catalogue.regions.store.list(), policies });
    for (const region of supply) await notifyAll(database, sku, region);
  }
}

async function notifyAll(database: Database, sku: SKU, region: Region): Promise<void> {
  let count: number;
  do count = await withTransaction(database, (transaction) => notifyBatch(transaction, sku, region));
  while (count === BATCH);
}

/** Deletes the oldest alerts and notifies their users, except disabled ones. Returns the number of deleted alerts. */
async function notifyBatch(transaction: Transaction, sku: SKU, region: Region): Promise<number> {
  const names = { sku: sku.metadata.name, region: region.metadata.name };
  const { rows } = await sql<Wished>`
    WITH told AS (
      DELETE FROM stock_alert WHERE id IN (
        SELECT id FROM stock_alert
        WHERE sku = ${names.sku} AND (region = ${names.region} OR region IS NULL) AND expires_at > billing_clock()
        ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, user_id
    )
    SELECT told.id, u.id AS "userId", u.language, u.status = 'active' AS "isActive"
    FROM told JOIN user_account u ON u.id = told.user_id
    ORDER BY told.id`.execute(transaction);
  for (const { id, userId, language, isActive } of rows) {
    if (!isActive) continue;
    const nameOf = (entry: SKU | Region) => nameIn(entry, language ?? 'zh');
    const offer = { ...names, skuName: nameOf(sku), regionName: nameOf(region) };
    const subject = `stock/${names.sku}/${names.region}`;
    await notify(transaction, { userId, kind: 'BACK_IN_STOCK', key: `stock/${id}`, subject, offer });
  }
  return rows.length;
}
