import { conditionTypes, tenantNamespace } from '@gpulease/crds';
import type { Tenant } from '@gpulease/crds';
import type { Namespace, ResourceQuota } from '@gpulease/kube';
import { buildQuota } from './objects.ts';
import type { Findings } from '../catalogue/status.ts';

export interface TenantFacts {
  namespace: Namespace | undefined;
  quota: ResourceQuota | undefined;
  used: { gpus: number; workloads: number };
}

export function assessTenant(tenant: Tenant, { namespace, quota, used }: TenantFacts): Findings {
  const { metadata, spec } = tenant;
  const { gpus, workloads } = spec.quota ?? {};
  return {
    fields: {
      namespace: namespace === undefined ? undefined : tenantNamespace(metadata.name),
      used,
      free: {
        ...(gpus === undefined ? {} : { gpus: Math.max(gpus - used.gpus, 0) }),
        ...(workloads === undefined ? {} : { workloads: Math.max(workloads - used.workloads, 0) }),
      },
    },
    conditions: [ready(tenant, namespace, quota)],
    references: used.workloads,
  };
}

function ready(
  tenant: Tenant,
  namespace: Namespace | undefined,
  quota: ResourceQuota | undefined,
): Findings['conditions'][number] {
  const type = conditionTypes.ready;
  if (namespace === undefined || namespace.status?.phase === 'Terminating') {
    const name = tenantNamespace(tenant.metadata.name);
    const message =
      namespace === undefined
        ? `Namespace ${name} is being made.`
        : `Somebody deleted namespace ${name}; it is made again when its end is over.`;
    return { type, status: 'False', reason: 'NamespaceMissing', message };
  }
  // Kubernetes refuses everything that a quota limits until it has counted for the first time.
  if (!isCounted(tenant, quota)) {
    return { type, status: 'False', reason: 'QuotaUnknown', message: 'Kubernetes is counting the quota.' };
  }
  if (tenant.spec.state === 'Suspended') {
    return {
      type,
      status: 'False',
      reason: 'Suspended',
      message: 'The tenant is suspended; its machines are stopped.',
    };
  }
  return { type, status: 'True', reason: 'Ready', message: 'Workloads can be ordered.' };
}

/** Whether Kubernetes has counted all that the tenant's quota limits. */
export function isCounted(tenant: Tenant, quota: ResourceQuota | undefined): boolean {
  const used = quota?.status?.used ?? {};
  return (
    quota !== undefined && Object.keys(buildQuota(tenant).spec?.hard ?? {}).every((limit) => limit in used)
  );
}
