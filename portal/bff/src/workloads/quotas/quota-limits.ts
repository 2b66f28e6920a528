/** The limits of a Tenant as operators see and set them, as numbers and GiB. Pure. */
import type { QuotaKind } from '@gpulease/contract/enums';
import type { QuotaChange } from '@gpulease/contract/quotas';
import { DEFAULT_PORT_QUOTA, type TenantSpec } from '@gpulease/crds';
import { fromGib, toGib } from '../../catalogue/size.ts';

/** The limit of each kind; null is no limit. */
export type QuotaLimits = Readonly<Record<QuotaKind, number | null>>;

/** Paths of the limits in a Tenant. */
export const limitPaths = {
  'spec.quota.workloads': 'workloads',
  'spec.quota.gpus': 'gpus',
  'spec.quota.storage': 'storage',
  'spec.quota.ports': 'ports',
  'spec.quota.startsPerHour': 'startsPerHour',
};

/** Returns the limits of a quota. The platform's `startsPerHour` is for a Tenant without its own. */
export function limitsOf(
  quota: TenantSpec['quota'] = {},
  platform: { readonly startsPerHour: number },
): QuotaLimits {
  const { workloads = null, gpus = null, storage, ports = DEFAULT_PORT_QUOTA } = quota;
  const { startsPerHour = platform.startsPerHour } = quota;
  return { workloads, gpus, storage: storage === undefined ? null : toGib(storage), ports, startsPerHour };
}

/** Returns the part of a Tenant's spec with these limits; undefined means unlimited. */
export function quotaSpec({ workloads, gpus, storage, ports, startsPerHour }: QuotaChange) {
  return {
    quota: {
      workloads: workloads ?? undefined,
      gpus: gpus ?? undefined,
      storage: storage === null ? undefined : fromGib(storage),
      ports: ports ?? undefined,
      startsPerHour: startsPerHour ?? undefined,
    },
  };
}
