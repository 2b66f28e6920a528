/** Requests for the Tenant object of a user, which the outbox creates with the first order. */
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

/** Returns the Tenant state for the status of an account. */
export function tenantStateOf(status: ActivityStatus): TenantSpec['state'] {
  return status === 'active' ? 'Active' : 'Suspended';
}

/** Requests the Tenant of an ordering user if it is missing: at the first order, or after it was deleted. */
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

/** Updates the state of a user's Tenant after the transaction commits. A user who never ordered has no Tenant. */
export function updateTenant(
  transaction: Transaction,
  { id, username, status }: { id: string; username: string; status: ActivityStatus },
): Promise<void> {
  const request: TenantRequest = { username, status, isOrdering: false };
  return enqueue(transaction, TENANT_TOPIC, id, request);
}
