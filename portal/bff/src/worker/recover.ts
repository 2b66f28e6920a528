/**
 * Finds differences between books and cluster after either was restored to an earlier time. Accounts and orders that the books
 * lack are recreated under the usual rules, from Tenants and from the labels of Workloads; orders whose Workload was recreated
 * are bound to the new one. Unrecorded usage is not charged. May be repeated, also while billing runs.
 */
import { isDeleting } from '@gpulease/kube';
import { tenantOf, type Tenant, type Workload } from '@gpulease/crds';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { hashPassword } from '../identity/passwords.ts';
import { createToken } from '../identity/tokens.ts';
import { createUser } from '../identity/users.ts';
import { billingClock } from '../ledger/ledger.ts';
import { lockOrder } from '../orders/order-states.ts';
import { placeOrder } from '../orders/place-order.ts';
import { compareOrders, type BookedOrder, type Mismatches } from './compare-orders.ts';
import type { WorkerContext } from './context.ts';
import { closeUnseenRuns } from './record-runs.ts';
import { identityOf, orderLabelOf, uuidPattern } from './workload-facts.ts';

type Parts = Pick<WorkerContext, 'database' | 'catalogue' | 'workloads'>;

/** A difference between books and cluster, and whether it is settled now. */
export interface Finding {
  readonly kind: 'ACCOUNT' | 'ORDER';
  /** A username, or `namespace/name` of a Workload. */
  readonly name: string;
  readonly result: 'MISSING' | 'RECOVERED' | 'REFUSED' | 'UNBOUND' | 'BOUND' | 'LOST' | 'OVER';
  /** Why it was refused, or what to do. */
  readonly reason?: string;
}

const LOST = 'has no Workload: restore that, or billing closes the order';
const OVER = 'was over before: delete its Workload, for which nobody pays';

/** Lists the differences. `apply` settles those that it can, and restarts the period of every kept disk. */
export async function recover(parts: Parts, apply: boolean): Promise<Finding[]> {
  const accounts = await unknownTenants(parts);
  const found: Finding[] = [];
  for (const tenant of accounts) found.push(await recoverAccount(parts, tenant, apply));
  found.push(...(await recoverBindings(parts, apply)));
  for (const workload of await unknownWorkloads(parts))
    found.push(await recoverOrder(parts, workload, apply));
  if (apply) await spareDisks(parts.database);
  return found;
}

async function unknownTenants({ database, catalogue }: Parts): Promise<Tenant[]> {
  const all = catalogue.tenants.store.list();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM user_account WHERE id = ANY(${all.map(({ metadata }) => metadata.name)})`.execute(
    database,
  );
  const known = new Set(rows.map(({ id }) => id));
  return all.filter((tenant) => !known.has(tenant.metadata.name) && !isDeleting(tenant));
}

/** Returns Workloads that were created for an order that the books lack, and not adopted since. */
async function unknownWorkloads({ database, workloads }: Parts): Promise<Workload[]> {
  const all = workloads.store.list().filter((workload) => uuidPattern.test(orderLabelOf(workload) ?? ''));
  const { rows } = await sql<{ id: string; uid: string | null }>`
    SELECT id, workload_uid AS uid FROM workload_order
    WHERE id = ANY(${all.map(orderLabelOf)}::uuid[]) OR workload_uid = ANY(${all.map((one) => identityOf(one).uid)})`.execute(
    database,
  );
  const known = new Set(rows.flatMap(({ id, uid }) => [id, uid]));
  return all.filter(
    (workload) =>
      !isDeleting(workload) &&
      !known.has(orderLabelOf(workload) ?? '') &&
      !known.has(identityOf(workload).uid),
  );
}

/** Recreates an account. Its owner can set a password and sign in once an operator has added a phone or email. */
async function recoverAccount(
  { database }: Parts,
  { metadata: { name: id }, spec: { username } }: Tenant,
  apply: boolean,
): Promise<Finding> {
  const passwordHash = await hashPassword(createToken());
  return attempt({ kind: 'ACCOUNT', name: username }, apply, database, async (transaction) => {
    const at = await billingClock(transaction);
    await createUser(transaction, { id, username, phone: null, passwordHash, role: 'USER' }, at);
    await noteRecovery(transaction, username);
  });
}

async function recoverOrder(
  { database, catalogue }: Parts,
  workload: Workload,
  apply: boolean,
): Promise<Finding> {
  const { uid: workloadUid, namespace, name } = identityOf(workload);
  const [id = '', userId = ''] = [orderLabelOf(workload), tenantOf(workload)];
  const { spec, status } = workload;
  const running = spec.powerState === 'Running' && status?.halt === undefined;
  return attempt({ kind: 'ORDER', name: `${namespace}/${name}` }, apply, database, async (transaction) => {
    await placeOrder(transaction, catalogue, { id, userId, namespace, name, spec, workloadUid, running });
    await noteRecovery(transaction, `${namespace}/${name}`, { order: id });
  });
}

/** The machines went with the old Workloads, so their runs end where they were last charged, before the next settlement. */
async function recoverBindings({ database, workloads }: Parts, apply: boolean): Promise<Finding[]> {
  const { unbound, lost, over } = compareOrders(await boundOrders(database), workloads.store.list());
  if (apply) await endRuns(database, [...unbound.map(({ order }) => order), ...lost]);
  for (const one of apply ? unbound : []) await rebind(database, one);
  const finding = (result: Finding['result'], reason?: string) => (of: BookedOrder | Workload) => {
    const { namespace = '', name } = 'metadata' in of ? of.metadata : of;
    return { kind: 'ORDER' as const, name: `${namespace}/${name}`, result, ...(reason && { reason }) };
  };
  return [
    ...unbound.map(({ order }) => order).map(finding(apply ? 'BOUND' : 'UNBOUND')),
    ...lost.map(finding('LOST', LOST)),
    ...over.map(finding('OVER', OVER)),
  ];
}

function boundOrders(database: Database): Promise<BookedOrder[]> {
  return database
    .selectFrom('workload_order')
    .select(['id', 'state', 'workload_uid as uid', 'namespace', 'name'])
    .where('workload_uid', 'is not', null)
    .execute();
}

function endRuns(database: Database, orders: readonly BookedOrder[]): Promise<void> {
  return withTransaction(database, async (transaction) => {
    for (const { id } of orders) {
      await lockOrder(transaction, id);
      await closeUnseenRuns(transaction, id, false);
    }
  });
}

/** Binds an order to its recreated Workload, unless another process did so meanwhile. */
async function rebind(database: Database, { order, workload }: Mismatches['unbound'][number]): Promise<void> {
  const { id, namespace, name } = order;
  await withTransaction(database, async (transaction) => {
    const locked = await lockOrder(transaction, id);
    if (locked?.workload_uid !== order.uid || locked.state !== 'ACTIVE') return;
    const { uid } = identityOf(workload);
    await transaction.updateTable('workload_order').set({ workload_uid: uid }).where('id', '=', id).execute();
    await noteRecovery(transaction, `${namespace}/${name}`, { order: id });
  });
}

async function noteRecovery(transaction: Transaction, subject: string, details = {}): Promise<void> {
  const at = await billingClock(transaction);
  await audit(transaction, 'RECOVER', { at, actor: null, subject, details });
}

async function attempt(
  what: Pick<Finding, 'kind' | 'name'>,
  apply: boolean,
  database: Database,
  work: (transaction: Transaction) => Promise<void>,
): Promise<Finding> {
  if (!apply) return { ...what, result: 'MISSING' };
  try {
    await withTransaction(database, work);
    return { ...what, result: 'RECOVERED' };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { reason = error.code } = { ...error.details };
    return { ...what, result: 'REFUSED', reason };
  }
}

/** Restarts the retention of all disks, because a recharge that the books have lost may have extended it. */
async function spareDisks(database: Database): Promise<void> {
  await sql`
    UPDATE dunning SET spared_at = clock.at, look_at = LEAST(look_at, clock.at)
    FROM (SELECT billing_clock() AS at) AS clock`.execute(database);
}
