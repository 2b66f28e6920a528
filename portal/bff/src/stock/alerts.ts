/** Stock alerts: users are notified once when a sold-out SKU is available again. */
import type { Page } from '@gpulease/contract/common';
import type { StockAlert, StockAlertCreation } from '@gpulease/contract/me';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withTransaction } from '../database/database.ts';
import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row } from '../database/schema.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';

/** Maximum number of alerts per user. */
export const MOST_ALERTS = 20;
const KEPT_DAYS = 30;

/** Returns one page of a user's alerts. */
export async function listStockAlerts(
  database: Database,
  userId: string,
  query: Query<'listStockAlerts'>,
): Promise<Page<StockAlert>> {
  const alive = database
    .selectFrom('stock_alert')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`billing_clock()`);
  return mapPage(await selectPage(database, alive, query, newestFirst('stock_alert')), toAlert);
}

/** Creates or renews an alert. Throws INVALID_ARGUMENT if the SKU is not sold there, and QUOTA. */
export async function createStockAlert(
  { database, catalogue }: { readonly database: Database; readonly catalogue: Catalogue },
  userId: string,
  { sku, region: one }: StockAlertCreation,
): Promise<StockAlert> {
  const region = one ?? null;
  requireSold(catalogue, sku, region);
  return withTransaction(database, async (transaction) => {
    // Serializes creations of one user: two concurrent ones would both find room.
    await sql`SELECT FROM user_account WHERE id = ${userId} FOR UPDATE`.execute(transaction);
    const { rows } = await sql<Row<'stock_alert'>>`
      INSERT INTO stock_alert (user_id, sku, region, created_at, expires_at)
      SELECT ${userId}, ${sku}, ${region}, now, now + make_interval(days => ${KEPT_DAYS}) FROM billing_clock() AS now
      ON CONFLICT (user_id, sku, region) DO UPDATE SET expires_at = EXCLUDED.expires_at
      RETURNING *`.execute(transaction);
    const { rows: alive } = await sql`SELECT FROM stock_alert
      WHERE user_id = ${userId} AND expires_at > billing_clock()`.execute(transaction);
    const [row] = rows;
    if (!row || alive.length > MOST_ALERTS) throw new ProductError('REQUEST_FAILED', { reason: 'QUOTA' });
    return toAlert(row);
  });
}

/** Deletes an alert. Throws RESOURCE_NOT_FOUND. */
export async function deleteStockAlert(database: Database, userId: string, id: string): Promise<void> {
  const own = database.deleteFrom('stock_alert').where('user_id', '=', userId);
  const { numDeletedRows } = await own.where('id', '=', BigInt(id)).executeTakeFirst();
  if (numDeletedRows === 0n) throw new ProductError('RESOURCE_NOT_FOUND');
}

function requireSold({ skus, regions }: Catalogue, sku: string, region: string | null): void {
  const isSold = skus.store.get({ name: sku })?.spec.state === 'Active';
  if (!isSold) throw invalidFields({ sku: 'notOffered' });
  const isOpen = region === null || regions.store.get({ name: region })?.spec.state === 'Active';
  if (!isOpen) throw invalidFields({ region: 'notOffered' });
}

function toAlert({ id, sku, region, created_at, expires_at }: Row<'stock_alert'>): StockAlert {
  const times = { createdAt: created_at.toISOString(), expiresAt: expires_at.toISOString() };
  return { id: String(id), sku, region, ...times };
}
