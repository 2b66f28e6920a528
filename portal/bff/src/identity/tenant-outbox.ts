/** Applies Tenants that the outbox asks for. The namespace and its rules are the operator's to make. */
import { fieldManagers, tenants } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import type { OutboxHandler } from '../outbox/runner.ts';
import type { TenantWish } from './tenants.ts';

/** Handles the topic `tenant`. */
export function tenantHandler(cluster: Cluster): OutboxHandler {
  const client = cluster.resource(tenants);
  return async ({ key, payload }) => {
    const { username, status } = payload as Omit<TenantWish, 'id'>;
    const state = status === 'active' ? 'Active' : 'Suspended';
    await client.apply(
      { metadata: { name: key }, spec: { username, state } },
      { fieldManager: fieldManagers.portal, force: true },
    );
  };
}
