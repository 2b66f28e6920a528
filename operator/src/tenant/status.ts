import { catalogueReasons, conditionTypes, portQuotaOf, tenantNamespace, type Tenant } from '@gpulease/crds';
import { formatBytes, isControlledBy, parseQuantity } from '@gpulease/kube';
import type { Namespace, ResourceQuota } from '@gpulease/kube';
import { buildQuota } from './objects.ts';
import { conditionFound, type Assessment, type FoundCondition } from '../catalogue/status.ts';

export interface TenantFacts {
  namespace: Namespace | undefined;
  quota: ResourceQuota | undefined;
  /** Storage in bytes. */
  used: { gpus: number; workloads: number; ports: number; storage: number };
  /** Name of the Tenant that had the username before this one. */
  namesake?: string | undefined;
}

export function assessTenant(tenant: Tenant, facts: TenantFacts): Assessment {
  const { metadata, spec } = tenant;
  const { namespace, used } = facts;
  const { gpus, workloads, storage } = spec.quota ?? {};
  return {
    fields: {
      namespace: isOwn(namespace, tenant) ? tenantNamespace(metadata.name) : undefined,
      used: { ...used, storage: formatBytes(used.storage) },
      free: {
        ...(gpus === undefined ? {} : { gpus: Math.max(gpus - used.gpus, 0) }),
        ...(workloads === undefined ? {} : { workloads: Math.max(workloads - used.workloads, 0) }),
        ports: Math.max(portQuotaOf(tenant) - used.ports, 0),
        ...(storage === undefined
          ? {}
          : { storage: formatBytes(Math.max(parseQuantity(storage) - used.storage, 0)) }),
      },
    },
    conditions: [readiness(tenant, facts)],
    references: used.workloads,
  };
}

const { yes, no } = conditionFound(conditionTypes.ready);

function readiness(tenant: Tenant, { namespace, quota, used, namesake }: TenantFacts): FoundCondition {
  const { username, state } = tenant.spec;
  const failure = namespaceFailure(tenant, namespace);
  if (failure !== undefined) return failure;
  if (namesake !== undefined) {
    const message = `Tenant ${namesake} already has username ${username}; set another spec.username for one of them.`;
    return no(catalogueReasons.usernameTaken, message);
  }
  // Kubernetes refuses everything that a quota limits until it has counted for the first time.
  if (!isCounted(tenant, quota))
    return no(catalogueReasons.quotaUnknown, "Kubernetes has not counted the quota's usage yet.");
  if (state === 'Suspended')
    return no(catalogueReasons.suspended, 'The tenant is suspended; its machines are stopped.');
  return quotaUsedUp(tenant, used) ?? yes(catalogueReasons.ready, 'Workloads can be ordered.');
}

function namespaceFailure(tenant: Tenant, namespace: Namespace | undefined): FoundCondition | undefined {
  const name = tenantNamespace(tenant.metadata.name);
  const isEnding = namespace !== undefined && isTerminating(namespace);
  if (namespace === undefined || isEnding) {
    const message = isEnding
      ? `Namespace ${name} is being deleted; it will be recreated once it is gone.`
      : `Namespace ${name} is being created.`;
    return no(catalogueReasons.namespaceMissing, message);
  }
  if (isOwn(namespace, tenant)) return undefined;
  const message =
    `Namespace ${name} already existed and was not created for this Tenant, so it is left unchanged; ` +
    'delete it, or create the Tenant under another name.';
  return no(catalogueReasons.namespaceTaken, message);
}

/** A used-up quota leaves the tenant ready: what it has can still be used. */
function quotaUsedUp(
  { spec: { quota = {} } }: Tenant,
  used: TenantFacts['used'],
): FoundCondition | undefined {
  const { gpus, workloads, storage } = quota;
  if (workloads !== undefined && used.workloads >= workloads) {
    return usedUp(workloads === 1 ? '1 workload' : `${workloads} workloads`, 'no more can be ordered');
  }
  if (storage !== undefined && used.storage >= parseQuantity(storage))
    return usedUp(`${storage} of disk space`, 'no more can be ordered');
  if (gpus === undefined || used.gpus < gpus) return undefined;
  return usedUp(gpus === 1 ? '1 GPU' : `${gpus} GPUs`, 'only workloads without GPUs can be ordered');
}

function usedUp(quota: string, consequence: string): FoundCondition {
  return yes(catalogueReasons.quotaUsedUp, `The quota of ${quota} is used up; ${consequence}.`);
}

function isTerminating({ metadata, status }: Namespace): boolean {
  return metadata.deletionTimestamp !== undefined || status?.phase === 'Terminating';
}

function isOwn(namespace: Namespace | undefined, tenant: Tenant): boolean {
  return namespace !== undefined && isControlledBy(namespace, tenant);
}

/** Whether Kubernetes has counted everything that the tenant's quota limits. */
export function isCounted(tenant: Tenant, quota: ResourceQuota | undefined): boolean {
  const used = quota?.status?.used ?? {};
  return (
    quota !== undefined && Object.keys(buildQuota(tenant).spec?.hard ?? {}).every((limit) => limit in used)
  );
}
