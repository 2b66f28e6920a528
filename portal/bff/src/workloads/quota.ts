/** Who may order, and how much. */
import { sql } from 'kysely';
import { walletOf } from '../billing/ledger.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { limits } from '../http/rate-limits.ts';
import { checkTenant } from './terms.ts';

/** Throws USER_DISABLED. */
export async function checkUser(transaction: Transaction, userId: string): Promise<void> {
  const user = await transaction
    .selectFrom('user_account')
    .select('status')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.status !== 'active') throw new ProductError('USER_DISABLED');
}

interface Usage {
  workloads: bigint;
  gpus: bigint;
  /** Creates and starts within the last hour. */
  recent: bigint;
}

/** What an order adds to what its tenant has. */
interface Addition {
  readonly workloads: number;
  readonly gpus: bigint;
}

/**
 * Throws FORBIDDEN (tenant), RATE_LIMITED or QUOTA. GPUs are counted of machines that are paid for, running or not yet. The
 * caller has locked the wallet, so that nothing is added meanwhile.
 */
export async function checkQuota(
  transaction: Transaction,
  catalog: Catalog,
  userId: string,
  added: Addition,
): Promise<void> {
  const tenant = catalog.tenants.store.get({ name: userId });
  checkTenant(tenant);
  const usage = await readUsage(transaction, userId);
  const { points, duration } = limits.orders;
  if (usage.recent >= BigInt(points)) {
    throw new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter: duration });
  }
  const quota = tenant.spec.quota ?? {};
  const tooMany =
    quota.workloads !== undefined && usage.workloads + BigInt(added.workloads) > BigInt(quota.workloads);
  const tooManyGpus = quota.gpus !== undefined && usage.gpus + added.gpus > BigInt(quota.gpus);
  if (tooMany || tooManyGpus) throw new ProductError('REQUEST_FAILED', { reason: 'QUOTA' });
}

async function readUsage(transaction: Transaction, userId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    SELECT count(*) FILTER (WHERE live) AS workloads,
      COALESCE(sum(gpus) FILTER (WHERE live AND (mode = 'RESERVED' OR held)), 0)::bigint AS gpus,
      (SELECT count(*) FROM hold WHERE account_id = ${walletOf(userId)}
        AND created_at > billing_clock() - make_interval(secs => ${limits.orders.duration})) AS recent
    FROM (
      SELECT gpus, mode, state IN ('PLACED', 'ACTIVE') AS live,
        EXISTS (SELECT FROM hold h WHERE h.order_id = o.id AND h.released_at IS NULL) AS held
      FROM workload_order o WHERE user_id = ${userId}) AS orders`.execute(transaction);
  const [usage] = rows;
  if (!usage) throw new Error('An aggregate answers exactly one row.');
  return usage;
}
