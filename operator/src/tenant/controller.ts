import { labels, tenantNamespace, tenants } from '@gpulease/crds';
import type { ApiObject } from '@gpulease/kube';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { Tally } from '../catalogue/tally.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { QUOTA_NAME } from './objects.ts';
import { TenantMaker } from './reconcile.ts';
import { assessTenant } from './status.ts';

/** Makes each tenant's namespace with its limits, and counts what the tenant has. */
export function createTenantController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const maker = new TenantMaker(operator);
  const controller = createCatalogueController(operator, {
    name: 'tenant',
    definition: tenants,
    informer: caches.tenants,
    act: (tenant) => maker.make(tenant),
    assess: (tenant) => {
      const namespace = tenantNamespace(tenant.metadata.name);
      return assessTenant(tenant, {
        namespace: caches.namespaces.store.get({ name: namespace }),
        quota: caches.resourceQuotas.store.get({ namespace, name: QUOTA_NAME }),
        used: { gpus: placement.placer.gpusOf(namespace), workloads: workloadCount.of(namespace) },
      });
    },
  });
  const enqueue = enqueueDebounced(controller);
  const changed = onReferences(controller);
  const tenantsIn = (namespace: string) =>
    caches.tenants.store.byIndex('namespace', namespace).map(({ metadata }) => metadata.name);
  const workloadCount = new Tally(
    caches.workloads.informer,
    ({ metadata }) => [metadata.namespace ?? ''],
    (namespace, count) => tenantsIn(namespace).forEach((tenant) => changed(tenant, count)),
  );
  placement.onUse((_, namespace) => tenantsIn(namespace).forEach(enqueue));
  watchOwn(operator, controller);
  return controller;
}

/** What was made for a tenant is made again when somebody changes or deletes it. */
function watchOwn({ caches }: Operator, controller: Controller): void {
  const add = (object: ApiObject | undefined): void => {
    const tenant = object?.metadata.labels?.[labels.tenant];
    if (tenant !== undefined && object?.metadata.labels?.[labels.workload] === undefined)
      controller.queue.add(tenant);
  };
  caches.namespaces.onChange((_, before, after) => add(after ?? before));
  caches.resourceQuotas.onChange((_, before, after) => add(after ?? before));
  caches.networkPolicies.informer.onChange((_, before, after) => add(after ?? before));
}
