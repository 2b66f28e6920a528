/** Applies Tenants from the outbox. The operator creates the namespace and its rules. */
import { fieldManagers, tenants, type TenantSpec } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import type { OutboxHandler } from '../jobs/runner.ts';
import { tenantStateOf, type TenantRequest } from './requests.ts';

/** Creates a Tenant with the default quota, which later requests leave as an operator changes it. */
export function tenantHandler(cluster: Cluster, defaultQuota: TenantSpec['quota'] = {}): OutboxHandler {
  const client = cluster.resource(tenants);
  return async ({ key: name, payload }) => {
    const { username, status, isOrdering } = payload as TenantRequest;
    const isNew = (await client.find({ name })) === undefined;
    if (isNew && !isOrdering) return;
    const state = tenantStateOf(status);
    if (isNew) await client.create({ metadata: { name }, spec: { username, state, quota: defaultQuota } });
    const options = { fieldManager: fieldManagers.portal, force: true };
    await client.apply({ metadata: { name }, spec: { username, state } }, options);
  };
}
