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
export async function requestTenant(transaction: Transaction, catalogue: Catalogue, userId: string) {
  if (catalogue.tenants.store.get({ name: userId }) !== undefined) return;
  const user = await transaction
    .selectFrom('user_account')
    .select(['username', 'status'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const request: TenantRequest = { ...user, isOrdering: true };
  await enqueue(transaction, TENANT_TOPIC, userId, request);
}

/** Asks for the state of a user's Tenant to follow the user's, once the transaction is committed. One who never ordered has none. */
export function updateTenant(
  transaction: Transaction,
  { id, username, status }: { id: string; username: string; status: ActivityStatus },
): Promise<void> {
  const request: TenantRequest = { username, status, isOrdering: false };
  return enqueue(transaction, TENANT_TOPIC, id, request);
}
