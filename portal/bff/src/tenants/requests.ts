/** The cluster's side of a user is a Tenant object, made with the first order; the outbox makes it true. */
import type { ActivityStatus } from '@gpulease/contract/enums';
import type { TenantSpec } from '@gpulease/crds';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Transaction } from '../database/schema.ts';
import { enqueue } from '../jobs/outbox.ts';

export const TENANT_TOPIC = 'tenant';

export interface TenantRequest {
  readonly username: string;
  readonly status: ActivityStatus;
  /** Whether to create a missing Tenant. */
  readonly isOrdering: boolean;
}

/** How a Tenant says whether its account is active. */
export function tenantStateOf(status: ActivityStatus): TenantSpec['state'] {
  return status === 'active' ? 'Active' : 'Suspended';
}

/** Asks for the Tenant of a user who orders, unless it is there: at the first order, or when somebody has deleted it. */
export async function requestTenant(
  transaction: Transaction,
  { tenants }: Catalogue,
  userId: string,
): Promise<void> {
  if (tenants.store.get({ name: userId }) !== undefined) return;
  const user = await transaction
    .selectFrom('user_account')
    .select(['username', 'status'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await enqueueRequest(transaction, userId, { ...user, isOrdering: true });
}

/** Asks for the state of a user's Tenant to follow the user's, once the transaction is committed. One who never ordered has none. */
export function updateTenant(
  transaction: Transaction,
  { id, username, status }: { id: string; username: string; status: ActivityStatus },
): Promise<void> {
  return enqueueRequest(transaction, id, { username, status, isOrdering: false });
}

function enqueueRequest(transaction: Transaction, userId: string, request: TenantRequest): Promise<void> {
  return enqueue(transaction, TENANT_TOPIC, userId, request);
}
