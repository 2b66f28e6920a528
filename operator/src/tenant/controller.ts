import { isDeepStrictEqual } from 'node:util';
import { labels, tenantNamespace, tenants as tenantKind, tenantSchema, type Tenant } from '@gpulease/crds';
import { byRank, seniority, type ApiObject } from '@gpulease/kube';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { ObjectCounts } from '../catalogue/object-counts.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { QUOTA_NAME } from './objects.ts';
import { TenantMaker } from './reconcile.ts';
import { assessTenant } from './status.ts';
import { TenantUse } from './tenant-use.ts';

/** Creates a controller that sets up each tenant's namespace with its limits and counts what the tenant uses. */
export function createTenantController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const maker = new TenantMaker(operator);
  const controller = createCatalogueController(operator, {
    name: 'tenant',
    definition: tenantKind,
    schema: tenantSchema,
    informer: caches.tenants,
    act: (tenant) => maker.make(tenant),
    assess: (tenant) => {
      const namespace = tenantNamespace(tenant.metadata.name);
      return assessTenant(tenant, {
        namespace: caches.namespaces.store.get({ name: namespace }),
        quota: caches.resourceQuotas.store.get({ namespace, name: QUOTA_NAME }),
        used: {
          gpus: placement.placer.gpusOf(namespace),
          workloads: workloadCount.of(namespace),
          ...use.of(namespace),
        },
        namesake: namesakeOf(caches, tenant),
      });
    },
  });
  const enqueue = enqueueDebounced(controller);
  const changed = onReferences(controller);
  const tenantsIn = (namespace: string) =>
    caches.tenants.store.byIndex('namespace', namespace).map(({ metadata }) => metadata.name);
  const workloadCount = new ObjectCounts(
    caches.workloads.informer,
    ({ metadata }) => [metadata.namespace ?? ''],
    (namespace, count) => tenantsIn(namespace).forEach((tenant) => changed(tenant, count)),
  );
  const use = new TenantUse(caches, (namespace) => tenantsIn(namespace).forEach(enqueue));
  placement.onUse((_, namespace) => tenantsIn(namespace).forEach(enqueue));
  watchOwn(operator, controller);
  watchNamesakes(caches, enqueue);
  watchNetwork(caches, enqueue);
  return controller;
}

/** Requeues a tenant when its namespace, quota or network policies are changed or deleted, including their labels. */
function watchOwn({ caches }: Operator, controller: Controller): void {
  const addTenantOf = (namespace = ''): void => {
    for (const tenant of caches.tenants.store.byIndex('namespace', namespace))
      controller.queue.add(tenant.metadata.name);
  };
  const add = (object: ApiObject | undefined): void => {
    if (object?.metadata.labels?.[labels.workload] === undefined) addTenantOf(object?.metadata.namespace);
  };
  caches.namespaces.onChange((namespace) => addTenantOf(namespace));
  caches.resourceQuotas.onChange((_, before, after) => add(after ?? before));
  caches.networkPolicies.informer.onChange((_, before, after) => add(after ?? before));
}

/** Returns the first Tenant of the same username that is older than this one and therefore owns the name. */
function namesakeOf(caches: Caches, tenant: Tenant): string | undefined {
  const rank = (one: Tenant) => seniority(one, 'name');
  return caches.tenants.store
    .byIndex('username', tenant.spec.username)
    .filter((other) => rank(other) < rank(tenant))
    .sort(byRank(rank))[0]?.metadata.name;
}

/** Requeues all tenants when Nodes or DNS addresses change, because that changes what machines may reach. */
function watchNetwork({ nodes, dnsServices, tenants }: Caches, enqueue: (tenant: string) => void): void {
  const addAll = (): void => tenants.store.list().forEach(({ metadata }) => enqueue(metadata.name));
  nodes.onChange((_, before, after) => {
    const [was, is] = [before, after].map((node) => [node?.status?.addresses, node?.spec?.podCIDRs]);
    if (!isDeepStrictEqual(was, is)) addAll();
  });
  dnsServices.onChange(addAll);
}

/** Requeues the other Tenants of a username when one changes, because together they decide who owns it. */
function watchNamesakes({ tenants }: Caches, enqueue: (tenant: string) => void): void {
  tenants.onChange((name, before, after) => {
    if (before?.spec.username === after?.spec.username) return;
    for (const tenant of [before, after]) {
      if (tenant === undefined) continue;
      for (const { metadata } of tenants.store.byIndex('username', tenant.spec.username))
        if (metadata.name !== name) enqueue(metadata.name);
    }
  });
}
