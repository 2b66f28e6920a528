/** The cluster's side of a user is a Tenant object; the outbox makes it true. */
import type { ActivityStatus } from '@gpulease/contract/enums';
import type { Transaction } from '../database/schema.ts';
import { enqueue } from '../outbox/outbox.ts';

export const TENANT_TOPIC = 'tenant';

export interface TenantWish {
  readonly id: string;
  readonly username: string;
  readonly status: ActivityStatus;
}

/** Asks for the user's Tenant to be made true in the cluster, once the transaction is committed. */
export function enqueueTenant(transaction: Transaction, { id, username, status }: TenantWish): Promise<void> {
  return enqueue(transaction, TENANT_TOPIC, id, { username, status });
}
