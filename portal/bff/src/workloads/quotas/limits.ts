/** The limits of a Tenant as operators see and set them, in pieces and GiB. Pure. */
import type { QuotaKind } from '@gpulease/contract/enums';
import type { QuotaChange } from '@gpulease/contract/quotas';
import { DEFAULT_PORT_QUOTA, type TenantSpec } from '@gpulease/crds';
import { fromGib, toGib } from '../../catalog/size.ts';

/** Of each kind; null is no limit. */
export type Limits = Readonly<Record<QuotaKind, number | null>>;

/** Where the limits are in a Tenant. */
export const limitPaths = {
  'spec.quota.workloads': 'workloads',
  'spec.quota.gpus': 'gpus',
  'spec.quota.storage': 'storage',
  'spec.quota.ports': 'ports',
};

export function limitsOf(quota: TenantSpec['quota'] = {}): Limits {
  const { workloads = null, gpus = null, storage, ports = DEFAULT_PORT_QUOTA } = quota;
  return { workloads, gpus, storage: storage === undefined ? null : toGib(storage), ports };
}

/** The part of a Tenant's spec that says these limits; what is undefined is not limited. */
export function quotaSpec({ workloads, gpus, storage, ports }: QuotaChange) {
  return {
    quota: {
      workloads: workloads ?? undefined,
      gpus: gpus ?? undefined,
      storage: storage === null ? undefined : fromGib(storage),
      ports: ports ?? undefined,
    },
  };
}
