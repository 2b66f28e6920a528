/** Checks who may order, and how much. */
import type { QuotaExcess } from '@gpulease/contract/common';
import type { TenantSpec } from '@gpulease/crds';
import { sql } from 'kysely';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { toGib } from '../catalogue/size.ts';
import { notFound } from '../http/not-found.ts';
import { ProductError } from '../http/product-error.ts';
import { walletOf } from '../ledger/wallets.ts';
import { checkTenant } from './order-terms.ts';

/** Throws RESOURCE_NOT_FOUND, or USER_DISABLED with a text for operators, since disabled customers are signed out. */
export async function checkUser(transaction: Transaction, userId: string): Promise<void> {
  const users = transaction.selectFrom('user_account').select('status').where('id', '=', userId);
  const { status } = await users.executeTakeFirstOrThrow(notFound);
  if (status !== 'active') throw new ProductError('USER_DISABLED', { reason: 'CUSTOMER_DISABLED' });
}

/** The limits of a tenant; absent means unlimited. */
export type Quota = Pick<NonNullable<TenantSpec['quota']>, 'workloads' | 'gpus' | 'storage'>;

/** What orders use of each quota. */
export interface Usage {
  readonly workloads: number;
  /** GPUs of machines that are paid for, running or not yet. */
  readonly gpus: number;
  /** GiB of the root disks as ordered, including those of stopped machines. */
  readonly storage: number;
}

/** What an order adds to the usage of its tenant. */
interface Addition extends Omit<Usage, 'gpus'> {
  readonly gpus: bigint;
  /** Applies to a user without a Tenant. */
  readonly defaultQuota?: Quota | undefined;
}

/** Throws FORBIDDEN (tenant) or QUOTA. The caller has locked the wallet against concurrent orders. */
export async function checkQuota(
  transaction: Transaction,
  catalogue: Catalogue,
  userId: string,
  added: Addition,
): Promise<void> {
  const tenant = catalogue.tenants.store.get({ name: userId });
  // A user without a Tenant is ordering for the first time.
  if (tenant) checkTenant(tenant);
  const quota = await quotaExcessOf(transaction, catalogue, userId, added);
  if (quota) throw new ProductError('REQUEST_FAILED', { reason: 'QUOTA', quota });
}

/** Returns the first quota that an order would exceed, if any. */
export async function quotaExcessOf(
  database: Database | Transaction,
  catalogue: Catalogue,
  userId: string,
  added: Addition,
): Promise<QuotaExcess | undefined> {
  const tenant = catalogue.tenants.store.get({ name: userId });
  const { workloads, gpus, storage } = (tenant ? tenant.spec.quota : added.defaultQuota) ?? {};
  const limits = { workloads, gpus, storage: storage === undefined ? undefined : toGib(storage) };
  if (Object.values(limits).every((limit) => limit === undefined)) return undefined;
  const usage = await readUsage(database, userId);
  for (const kind of ['workloads', 'gpus', 'storage'] as const) {
    const [limit = Infinity, used, asked] = [limits[kind], usage[kind], Number(added[kind])];
    // Disk sizes may be fractions of a GiB.
    if (asked > 0 && used + asked > limit)
      return { of: kind, limit: Math.floor(limit), used: Math.ceil(used), asked: Math.ceil(asked) };
  }
  return undefined;
}

/** Returns the usage of a user's open orders. */
export async function readUsage(database: Database | Transaction, userId: string): Promise<Usage> {
  const { rows } = await sql<{ workloads: bigint; gpus: bigint; disks: readonly string[] }>`
    SELECT count(*) AS workloads, COALESCE(sum(gpus) FILTER (WHERE mode = 'RESERVED' OR EXISTS (
      SELECT FROM hold h WHERE h.order_id = o.id AND h.released_at IS NULL)), 0)::bigint AS gpus,
      COALESCE(array_agg(spec->>'rootDiskSize') FILTER (WHERE spec->>'rootDiskSize' IS NOT NULL), '{}') AS disks
    FROM workload_order o WHERE user_id = ${userId} AND state IN ('PLACED', 'ACTIVE')`.execute(database);
  const [usage] = rows;
  if (!usage) throw new Error('An aggregate answers exactly one row.');
  return {
    workloads: Number(usage.workloads),
    gpus: Number(usage.gpus),
    storage: usage.disks.reduce((sum, disk) => sum + toGib(disk), 0),
  };
}

const HOUR_SECONDS = 3_600;

/** Returns how many orders, starts and restarts a user has requested within the last hour. */
export async function readStarts(database: Database | Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    SELECT count(*)::int AS used FROM order_request
    WHERE account_id = ${walletOf(userId)} AND at > billing_clock() - make_interval(secs => ${HOUR_SECONDS})`.execute(
    database,
  );
  return rows[0]?.used ?? 0;
}

/**
 * Counts a customer's order, start or restart; without a limit (the request is not a customer's) does nothing. Throws
 * RATE_LIMITED with the seconds until the next is allowed. The caller has locked the wallet; a later refusal rolls this back.
 */
export async function countRequest(
  transaction: Transaction,
  catalogue: Catalogue,
  userId: string,
  platformLimit: number | undefined,
): Promise<void> {
  if (platformLimit === undefined) return;
  const { startsPerHour: limit = platformLimit } =
    catalogue.tenants.store.get({ name: userId })?.spec.quota ?? {};
  const used = await readStarts(transaction, userId);
  if (used >= limit) {
    const quota = { of: 'startsPerHour', limit, used, asked: 1 } as const;
    const retryAfter = await secondsUntilRoom(transaction, userId, limit);
    throw new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter, quota });
  }
  await sql`INSERT INTO order_request (account_id, at) VALUES (${walletOf(userId)}, billing_clock())`.execute(
    transaction,
  );
}

/** Returns the seconds until fewer than `limit` are within the hour; an hour if the limit is 0. */
async function secondsUntilRoom(transaction: Transaction, userId: string, limit: number): Promise<number> {
  if (limit === 0) return HOUR_SECONDS;
  const { rows } = await sql<{ wait: number }>`
    SELECT ceil(extract(epoch FROM at - billing_clock()) + ${HOUR_SECONDS})::float8 AS wait FROM order_request
    WHERE account_id = ${walletOf(userId)} ORDER BY at DESC OFFSET ${limit - 1} LIMIT 1`.execute(transaction);
  return Math.max(rows[0]?.wait ?? HOUR_SECONDS, 1);
}
