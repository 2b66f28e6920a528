/** Applies Tenants that the outbox asks for. The namespace and its rules are the operator's to make. */
import { fieldManagers, tenants } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import type { OutboxHandler } from '../outbox/runner.ts';
import type { TenantWish } from './wishes.ts';

/** Handles the topic `tenant`. */
export function tenantHandler(cluster: Cluster): OutboxHandler {
  const client = cluster.resource(tenants);
  return async ({ key: name, payload }) => {
    const { username, status, isOrdering } = payload as TenantWish;
    if (!isOrdering && (await client.find({ name })) === undefined) return;
    const state = status === 'active' ? 'Active' : 'Suspended';
    await client.apply(
      { metadata: { name }, spec: { username, state } },
      { fieldManager: fieldManagers.portal, force: true },
    );
  };
}
